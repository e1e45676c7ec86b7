import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole runs and restarts: begun last, they would keep one core while the others rest. */
const longest =
  /(?:no-change|simulation-examples|smtp|layers|admin|dating\/dating|value-mapper\/classes)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** These replace modules, which only a process of their own can do. */
export const withOwnModules = [
  'server/src/features/habitat-patrol/engine/engine-process.test.ts',
  'web/src/features/habitat-patrol/patrol/patrol-controller.test.ts',
  'web/src/features/value-mapper/upload/upload-steps.test.ts',
];

/** A whole run whose figures are held to the last patch. In the product, too, each run has a process of its own. */
const asInTheProduct = ['engine/src/analysis/whole-runs/simulation-examples.test.ts'];

const all = '{contract,engine,simulation,server,web,scripts}/**/*.test.{ts,tsx}';
const left = ['**/node_modules/**', '**/*.slow.test.ts'];

/** Unit and API tests; browser journeys live in e2e/ and run under Playwright. */
export default defineConfig({
  test: {
    projects: [
      // Test files share the modules of their process: loading the server anew for each file took
      // longer than half of the tests. What a test changes beyond its own app, it puts back.
      {
        extends: true,
        test: {
          name: 'tests',
          include: [all],
          exclude: [...left, ...withOwnModules, ...asInTheProduct],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own modules', include: [...withOwnModules, ...asInTheProduct] },
      },
    ],
    pool: 'forks',
    // With the default, processes that run hundreds of files collect garbage a tenth of their time.
    execArgv: ['--max-semi-space-size=64'],
    // Several files wait for mail, retries and other processes most of their time, so that one
    // worker more than the two cores of a small machine keeps both at work.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // These end what hangs, and judge no speed: the product's runs give way to whatever else the
    // machine is at, and other tests keep it busy for minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
