import { defineConfig } from 'vitest/config';

/** Unit and API tests; browser journeys live in e2e/ and run under Playwright. */
export default defineConfig({
  test: {
    include: ['{contract,engine,server,web,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    pool: 'forks',
    // The default leaves one core idle, which on the two of a small machine is half of them.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What comes by itself comes late on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});
