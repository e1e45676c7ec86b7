import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** One stage of `npm test`, such as the types. */
export interface Stage {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** The output of a check that writes no report. */
  readonly said?: string;
}

/** The results of a stage's tests. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed or passed only when repeated, each in a line with its place and the reason. */
  readonly faults: readonly string[];
}

/** The part of vitest's JSON report that is used. */
export interface UnitReport {
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string;
    readonly status: string;
    /** The reason why the file as a whole failed. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface JourneySuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly JourneySuite[];
}

/** The part of Playwright's JSON report that is used. */
export interface JourneyReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly JourneySuite[];
  /** Failures outside of any journey. */
  readonly errors: readonly { readonly message?: string }[];
}

/** The report of a stage that has written none. */
export const noTests: TestReport = { passed: 0, failed: 0, skipped: 0, faults: [] };

const nowAndThen = 'now and then';
/** What vitest says of a process that died. */
const deadProcess = /^Worker exited unexpectedly .* while running test file (?<file>.+)$/;
const mostFaults = 10;
const mostLinesOfCheck = 3;
const longestFault = 300;

/**
 * Reads vitest's report.
 * @param root the repository; paths are shown relative to it
 */
export function readUnitReport(report: UnitReport, root: string): TestReport {
  const faults = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const named = failed.map(({ ancestorTitles, title, failureMessages }) =>
      faultLine([file, ...ancestorTitles, title], failureMessages[0]),
    );
    const isFileAtFault = status === 'failed' && (message !== '' || named.length === 0);
    return isFileAtFault ? [...named, faultLine([file], message)] : named;
  });
  const statuses = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed, skipped: statuses.length - passed - failed, faults };
}

/** Takes the results of files that were run again in place of their former ones. */
export function withRepeated(report: UnitReport, again: UnitReport): UnitReport {
  const repeated = new Set(again.testResults.map(({ name }) => name));
  const kept = report.testResults.filter(({ name }) => !repeated.has(name));
  return { testResults: [...kept, ...again.testResults] };
}

/**
 * The test files during which their process died, if that is all that went wrong in a run.
 * @param errors the messages of errors outside of any test
 */
export function filesOfDeadProcesses(
  { testResults }: UnitReport,
  errors: readonly string[],
): readonly string[] {
  const files = errors.map((error) => deadProcess.exec(error)?.groups?.file);
  const isKnown = (file: string | undefined) => file !== undefined;
  const isAtFaultItself = ({ name, status }: UnitReport['testResults'][number]) =>
    status === 'failed' && !files.includes(name);
  return files.every(isKnown) && !testResults.some(isAtFaultItself) ? [...new Set(files)] : [];
}

/**
 * Reads the messages of errors that happened outside of any test.
 * @param isRepeated whether the tests concerned passed when they were run again
 */
export function readUnhandledErrors(errors: readonly string[], isRepeated: boolean): TestReport {
  const place = [isRepeated ? nowAndThen : '', 'Outside of any test'];
  return { ...noTests, faults: errors.map((error) => faultLine(place, error)) };
}

/** Reads Playwright's report. */
export function readJourneyReport({ stats, suites, errors }: JourneyReport): TestReport {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    faults: [
      // The outermost suite of a file has the file's name.
      ...suites.flatMap((suite) => journeyFaults(suite, [])),
      ...errors.map(({ message }) => faultLine(['Outside of any journey'], message)),
    ],
  };
}

function journeyFaults({ specs, suites = [] }: JourneySuite, above: readonly string[]): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error?.message)?.error?.message;
        const place = [`e2e/${file}`, ...above, title];
        return faultLine(status === 'flaky' ? [nowAndThen, ...place] : place, message);
      }),
  );
  return [...own, ...suites.flatMap((each) => journeyFaults(each, [...above, each.title]))];
}

/** The first lines of a failed check's output. */
function checkFaults({ name, passed, said = '' }: Stage): string[] {
  const lines = passed ? [] : linesOf(said).slice(0, mostLinesOfCheck);
  return lines.map((line) => faultLine([name], line));
}

function linesOf(text: string): string[] {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Shortens a message to one line. */
function faultLine(place: readonly string[], message = ''): string {
  const [reason = 'failed'] = linesOf(message);
  const line = `${place.filter((part) => part !== '').join(' › ')}: ${reason}`;
  return line.length > longestFault ? `${line.slice(0, longestFault - 1)}…` : line;
}

/** The summary at the end of `npm test`: the stages with their times, failed tests, and the count of all. */
export function summarize(stages: readonly Stage[], reports: readonly TestReport[]): string[] {
  const faults = [...stages.flatMap(checkFaults), ...reports.flatMap((report) => report.faults)];
  const width = Math.max(0, ...stages.map(({ name }) => name.length));
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    reports.reduce((total, report) => total + report[key], 0);
  return [
    ...stages.map(
      ({ name, passed, seconds }) =>
        `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(width)} ${String(Math.round(seconds)).padStart(5)} s`,
    ),
    ...faults.slice(0, mostFaults).map((fault) => `✗ ${fault}`),
    ...(faults.length > mostFaults ? [`  and ${faults.length - mostFaults} more`] : []),
    `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
  ];
}
