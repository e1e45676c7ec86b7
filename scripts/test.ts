import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import {
  noTests,
  readJourneyReport,
  readUnitReport,
  type Stage,
  summarize,
  type TestReport,
  type UnitReport,
} from './test-summary.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * `npm test`: everything, in the order in which a fault is cheapest to find. Later stages run even
 * when an earlier one failed, so that one run tells all. The last line counts every test.
 */
const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'refugia-test-'));
const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

function run(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  console.log(`\n▸ ${[command, ...args].join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** @returns what tests came to by the report in a file; nothing when it was never written */
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

const stages: Stage[] = [];

async function stage(name: string, task: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  const passed = await task();
  stages.push({ name, passed, seconds: (performance.now() - start) / 1000 });
}

await stage('types', () => run('npm', ['run', '--silent', 'check:types']));
await stage('lint', () => run('npm', ['run', '--silent', 'check:lint']));
await stage('unused code', () => run('npm', ['run', '--silent', 'check:unused']));
// The API tests serve the built pages too.
await stage('web build', async () => {
  await buildWebWhenStale();
  return true;
});
await stage('unit and API tests', () =>
  run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]),
);
await stage('browser journeys', async () =>
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    REFUGIA_BROWSER: await ensureBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  }),
);

const tests = [
  await readReport(unitReport, (report: UnitReport) => readUnitReport(report, root)),
  await readReport(journeyReport, readJourneyReport),
];
await rm(reports, { recursive: true, force: true });

console.log('');
for (const line of summarize(stages, tests)) console.log(line);
process.exit(stages.every(({ passed }) => passed) ? 0 : 1);
