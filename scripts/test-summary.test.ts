import { describe, expect, test } from 'vitest';
import {
  filesOfDeadProcesses,
  type JourneyReport,
  noTests,
  readJourneyReport,
  readUnhandledErrors,
  readUnitReport,
  summarize,
  type UnitReport,
  withRepeated,
} from './test-summary.ts';

const unit: UnitReport = {
  testResults: [
    {
      name: '/home/who/refugia/engine/src/tiff/tiff.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { ancestorTitles: ['', 'a file'], title: 'opens', status: 'passed', failureMessages: [] },
        {
          ancestorTitles: ['', 'a file'],
          title: 'is read',
          status: 'failed',
          failureMessages: [
            '\u001b[31mAssertionError: expected 2 to be 3\u001b[39m\n    at line 7',
          ],
        },
      ],
    },
    {
      name: '/home/who/refugia/server/src/app.test.ts',
      status: 'failed',
      message: 'Cannot find package\nRequire stack:',
      assertionResults: [],
    },
    {
      name: '/home/who/refugia/web/src/page.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [],
    },
  ],
};

test('of a unit test that failed the file, the full name and the first line are told', () => {
  expect(readUnitReport(unit, '/home/who/refugia')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    faults: [
      'engine/src/tiff/tiff.test.ts › a file › is read: AssertionError: expected 2 to be 3',
      'server/src/app.test.ts: Cannot find package',
      'web/src/page.test.ts: failed',
    ],
  });
});

describe('a process that died', () => {
  const file = '/home/who/refugia/server/src/tiles.test.ts';
  // This is vitest's own wording.
  const died = `Worker exited unexpectedly with signal SIGSEGV during started state while running test file ${file}`;
  const tests = (status: string) => [
    { ancestorTitles: [], title: 'opens', status: 'passed', failureMessages: [] },
    { ancestorTitles: [], title: 'closes', status, failureMessages: [] },
  ];
  const dead = { name: file, status: 'failed', message: '', assertionResults: tests('pending') };
  const other = { ...dead, name: '/home/who/b.test.ts', status: 'passed' };

  test('is the fault of no test, so that its file may run again', () => {
    expect(filesOfDeadProcesses({ testResults: [dead, other] }, [died])).toEqual([file]);
  });

  test('does not repeat anything beside another fault', () => {
    const failed = { ...other, status: 'failed' };
    expect(filesOfDeadProcesses({ testResults: [dead, failed] }, [died])).toEqual([]);
    expect(filesOfDeadProcesses({ testResults: [dead] }, [died, 'Error: late'])).toEqual([]);
    expect(filesOfDeadProcesses({ testResults: [other] }, [])).toEqual([]);
  });

  test("counts its file's tests once, as they ended at last, and is told all the same", () => {
    const again = { ...dead, status: 'passed', assertionResults: tests('passed') };
    const report = withRepeated({ testResults: [dead, other] }, { testResults: [again] });
    expect(readUnitReport(report, '/')).toEqual({ passed: 3, failed: 0, skipped: 1, faults: [] });
    expect(readUnhandledErrors([`${died}\n    at line 7`], true)).toEqual({
      ...noTests,
      faults: [`now and then › Outside of any test: ${died}`],
    });
    expect(readUnhandledErrors(['Error: late'], false).faults).toEqual([
      'Outside of any test: Error: late',
    ]);
  });
});

const journeys: JourneyReport = {
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
  suites: [
    {
      title: 'map.spec.ts',
      specs: [
        {
          title: 'opens',
          file: 'map.spec.ts',
          tests: [{ status: 'expected', results: [{}] }],
        },
      ],
      suites: [
        {
          title: 'on a phone',
          specs: [
            {
              title: 'is drawn on',
              file: 'map.spec.ts',
              tests: [
                { status: 'flaky', results: [{ error: { message: '\n  Error: late' } }, {}] },
                { status: 'unexpected', results: [{ error: { message: 'Error: never' } }] },
                { status: 'skipped', results: [] },
              ],
            },
          ],
        },
      ],
    },
  ],
  errors: [{ message: 'Error: The server did not start.' }],
};

test('so it is for journeys, those that passed on another try included', () => {
  expect(readJourneyReport(journeys)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 1,
    faults: [
      'now and then › e2e/map.spec.ts › on a phone › is drawn on: Error: late',
      'e2e/map.spec.ts › on a phone › is drawn on: Error: never',
      'Outside of any journey: Error: The server did not start.',
    ],
  });
});

test('a message of any length is a line of at most 300 characters', () => {
  const { faults } = readJourneyReport({ ...journeys, errors: [{ message: 'x'.repeat(1000) }] });
  expect(faults.at(-1)).toHaveLength(300);
  expect(faults.at(-1)).toMatch(/x…$/);
});

test('the end names stages with their time, at most ten faults, and counts last', () => {
  const many = { passed: 3, failed: 6, skipped: 1, faults: Array(6).fill('a.test.ts › b: c') };
  const stages = [
    { name: 'types', passed: true, seconds: 9.6 },
    { name: 'unit and API tests', passed: false, seconds: 300 },
  ];
  expect(summarize(stages, [many, many])).toEqual([
    'ok     types                 10 s',
    'FAILED unit and API tests   300 s',
    ...Array(10).fill('✗ a.test.ts › b: c'),
    '  and 2 more',
    '6 passed, 12 failed, 2 skipped',
  ]);
  const types = { name: 'types', passed: false, seconds: 1, said: '\n a.ts: wrong\n\nb\nc\nd\n' };
  const lint = { ...types, name: 'lint', passed: true };
  expect(summarize([types, lint], [])).toEqual([
    'FAILED types     1 s',
    'ok     lint      1 s',
    '✗ types: a.ts: wrong',
    '✗ types: b',
    '✗ types: c',
    '0 passed, 0 failed, 0 skipped',
  ]);
  expect(summarize([], [noTests])).toEqual(['0 passed, 0 failed, 0 skipped']);
});
