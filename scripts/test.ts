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
 * when an earlier one failed, so that one run tells all. The end names what failed and counts every
 * test.
 */
const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'refugia-test-'));
const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly isToldAtEnd?: boolean;
}

/** @returns whether the command ended well; when told at its end, its words stand together */
function run(
  command: string,
  args: string[],
  { environment = {}, isToldAtEnd = false }: RunOptions = {},
): Promise<boolean> {
  const title = `\n▸ ${[command, ...args].join(' ')}`;
  if (!isToldAtEnd) console.log(title);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: isToldAtEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    });
    const said: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      if (isToldAtEnd) console.log(`${title}\n${Buffer.concat(said).toString().trimEnd()}`);
      resolve(code === 0);
    });
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

/** A stage fails when its task does not end well, or throws. */
async function stage(name: string, task: () => Promise<boolean>): Promise<Stage> {
  const start = performance.now();
  const passed = await task().catch((error: unknown) => {
    console.error(error);
    return false;
  });
  return { name, passed, seconds: (performance.now() - start) / 1000 };
}

const check = (name: string, script: string): Promise<Stage> =>
  stage(name, () => run('npm', ['run', '--silent', script], { isToldAtEnd: true }));

async function checkAndBuild(): Promise<Stage[]> {
  return [
    await check('lint', 'check:lint'),
    await check('unused code', 'check:unused'),
    // The API tests serve the built pages too.
    await stage('web build', () => buildWebWhenStale().then(() => true)),
  ];
}

const unitTests = () =>
  run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]);

const browserJourneys = async () =>
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    environment: {
      REFUGIA_BROWSER: await ensureBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    },
  });

const stages = (await Promise.all([check('types', 'check:types'), checkAndBuild()])).flat();
stages.push(await stage('unit and API tests', unitTests));
stages.push(await stage('browser journeys', browserJourneys));

const tests = [
  await readReport(unitReport, (report: UnitReport) => readUnitReport(report, root)),
  await readReport(journeyReport, readJourneyReport),
];
await rm(reports, { recursive: true, force: true });

console.log('');
for (const line of summarize(stages, tests)) console.log(line);
process.exit(stages.every(({ passed }) => passed) ? 0 : 1);
