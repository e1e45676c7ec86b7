import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import {
  filesOfDeadProcesses,
  type JourneyReport,
  readJourneyReport,
  readUnhandledErrors,
  readUnitReport,
  type Stage,
  summarize,
  type TestReport,
  type UnitReport,
  withRepeated,
} from './test-summary.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * `npm test` runs all checks and tests, the cheapest first. Later stages run even when an earlier
 * one has failed. The summary lists the failures and counts every test.
 */
const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'refugia-test-'));
/** Tests start hundreds of processes and threads. Each kind of them compiles its code once. */
const compiled = join(tmpdir(), 'refugia-test-compiled');

type Outcome = Pick<Stage, 'passed' | 'said'>;

const isWindows = process.platform === 'win32';

/** Runs a command and shows its output while it runs. */
async function run(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  console.log(`\n▸ ${[command, ...args].join(' ')}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...environment },
    shell: isWindows,
  });
  const [code] = await once(child, 'close');
  return { passed: code === 0 };
}

/** Runs a command in parallel with others and shows its output when it has ended. */
async function runAside(command: string, args: string[]): Promise<Outcome> {
  const child = spawn(command, args, { cwd: root, shell: isWindows });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  console.log(`\n▸ ${[command, ...args].join(' ')}\n${said.trimEnd()}`);
  return { passed: code === 0, said };
}

/** @returns what a report holds, or `otherwise` when the file was never written */
async function readReport<Report>(file: string, otherwise: Report): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return otherwise;
  }
}

/** Runs a stage. It fails when its task ends badly or throws. */
async function stage(name: string, task: () => Promise<Outcome>): Promise<Stage> {
  const start = performance.now();
  const outcome = await task().catch((error: unknown) => {
    console.error(error);
    return { passed: false, said: String(error) };
  });
  return { name, ...outcome, seconds: (performance.now() - start) / 1000 };
}

const check = (name: string, script: string): Promise<Stage> =>
  stage(name, () => runAside('npm', ['run', '--silent', script]));

async function checkAndBuild(): Promise<Stage[]> {
  return [
    await check('lint', 'check:lint'),
    await check('unused code', 'check:unused'),
    // The API tests serve the built pages too.
    await stage('web build', async () => {
      await buildWebWhenStale();
      return { passed: true };
    }),
  ];
}

/**
 * Runs the unit and API tests.
 * @param files limits them to these files unless it is empty
 */
async function runVitest(files: readonly string[]) {
  const folder = await mkdtemp(join(reports, 'unit-'));
  const [report, errors] = [join(folder, 'report.json'), join(folder, 'errors.json')];
  const { passed } = await run(
    'vitest',
    [
      'run',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./scripts/unhandled-errors.ts',
    ],
    { REFUGIA_UNHANDLED_ERRORS: errors },
  );
  return {
    passed,
    report: await readReport<UnitReport>(report, { testResults: [] }),
    errors: await readReport<string[]>(errors, []),
  };
}

/**
 * Runs the unit and API tests. Files whose process died are run once more, as journeys are, since
 * no test of theirs has failed. The summary names them all the same.
 */
async function unitTests(): Promise<Outcome> {
  const first = await runVitest([]);
  const files = filesOfDeadProcesses(first.report, first.errors);
  const again = files.length > 0 ? await runVitest(files) : first;
  tests.push(
    readUnitReport(withRepeated(first.report, again.report), root),
    readUnhandledErrors(first.errors, again.passed),
  );
  return { passed: again.passed };
}

async function browserJourneys(): Promise<Outcome> {
  const report = join(reports, 'journeys.json');
  const outcome = await run(
    'playwright',
    [
      ...['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
      ...['--grep-invert', '@detail'],
    ],
    { REFUGIA_BROWSER: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  const journeys: JourneyReport = { stats: none, suites: [], errors: [] };
  tests.push(readJourneyReport(await readReport(report, journeys)));
  return outcome;
}

const tests: TestReport[] = [];
const stages = (await Promise.all([check('types', 'check:types'), checkAndBuild()])).flat();
stages.push(await stage('unit and API tests', unitTests));
stages.push(await stage('browser journeys', browserJourneys));

await rm(reports, { recursive: true, force: true });

console.log('');
for (const line of summarize(stages, tests)) console.log(line);
process.exit(stages.every(({ passed }) => passed) ? 0 : 1);
