import { defineConfig } from 'vitest/config';

/** Unit and API tests; browser journeys live in e2e/ and run under Playwright. */
export default defineConfig({
  test: {
    include: ['{contract,engine,server,web,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
