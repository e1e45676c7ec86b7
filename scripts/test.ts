import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import {
  noTests,
  readJourneyReport,
  readUnhandledErrors,
  readUnitReport,
  type Stage,
  summarize,
  type TestReport,
  type UnitReport,
} from './test-summary.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * `npm test` runs all checks and tests, the cheapest first. Later stages run even when an earlier
 * one has failed. The summary lists the failures and counts every test.
 */
const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'refugia-test-'));
const unitReport = join(reports, 'unit.json');
const unhandledErrors = join(reports, 'unhandled.json');
const journeyReport = join(reports, 'journeys.json');

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
    env: { ...process.env, ...environment },
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

/** @returns the test results in a report, or no results when the file was never written */
async function readReport<Report>(
  file: string,
  read: (report: Report) => TestReport,
): Promise<TestReport> {
  try {
    return read(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return noTests;
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

const unitTests = () =>
  run(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
      '--reporter=./scripts/unhandled-errors.ts',
    ],
    { REFUGIA_UNHANDLED_ERRORS: unhandledErrors },
  );

const browserJourneys = async () =>
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    REFUGIA_BROWSER: await ensureBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  });

const stages = (await Promise.all([check('types', 'check:types'), checkAndBuild()])).flat();
stages.push(await stage('unit and API tests', unitTests));
stages.push(await stage('browser journeys', browserJourneys));

const tests = [
  await readReport(unitReport, (report: UnitReport) => readUnitReport(report, root)),
  await readReport(unhandledErrors, readUnhandledErrors),
  await readReport(journeyReport, readJourneyReport),
];
await rm(reports, { recursive: true, force: true });

console.log('');
for (const line of summarize(stages, tests)) console.log(line);
process.exit(stages.every(({ passed }) => passed) ? 0 : 1);
