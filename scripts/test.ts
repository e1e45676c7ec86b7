import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * `npm test`: everything, in the order in which a fault is cheapest to find. Later stages run even
 * when an earlier one failed, so that one run tells all. The last line counts every test.
 */
const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'refugia-test-'));
const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

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

async function readReport(file: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}

async function countUnitTests(): Promise<Count> {
  const report = await readReport(unitReport);
  return {
    passed: Number(report.numPassedTests ?? 0),
    failed: Number(report.numFailedTests ?? 0),
    skipped: Number(report.numPendingTests ?? 0) + Number(report.numTodoTests ?? 0),
  };
}

async function countJourneys(): Promise<Count> {
  const stats = ((await readReport(journeyReport)).stats ?? {}) as Record<string, number>;
  return {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  };
}

const stages: [name: string, passed: boolean][] = [];
stages.push(['types', await run('npm', ['run', '--silent', 'check:types'])]);
stages.push(['lint', await run('npm', ['run', '--silent', 'check:lint'])]);
stages.push(['unused code', await run('npm', ['run', '--silent', 'check:unused'])]);
// The API tests serve the built pages too.
await buildWebWhenStale();
stages.push([
  'unit and API tests',
  await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]),
]);
const browser = await ensureBrowser();
stages.push([
  'browser journeys',
  await run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      REFUGIA_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    },
  ),
]);

const counts = [await countUnitTests(), await countJourneys()];
await rm(reports, { recursive: true, force: true });

console.log('');
for (const [name, passed] of stages) console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`);
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(stages.every(([, passed]) => passed) ? 0 : 1);
