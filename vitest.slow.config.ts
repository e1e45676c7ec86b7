import { defineConfig } from 'vitest/config';

/** Trials that take minutes: npm run test:slow. */
export default defineConfig({
  test: {
    include: ['{contract,engine,simulation,server,web,scripts}/**/*.slow.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
