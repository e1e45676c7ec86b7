import { defineConfig } from 'vitest/config';

/** Unit and API tests; browser journeys live in e2e/ and run under Playwright. */
export default defineConfig({
  test: {
    include: ['{contract,engine,server,web,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.slow.test.ts'],
    pool: 'forks',
    // The default leaves one core idle, which on the two of a small machine is half of them.
    maxWorkers: '100%',
    // These end what hangs, and judge no speed: the product's runs give way to whatever else the
    // machine is at, and other tests keep it busy for minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
