import { fork, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coordinateTransform } from '@refugia/engine/raster/crs.ts';
import { benchmark, writeBenchmarkScenes } from './habitat-patrol/scenes.ts';
import type { RunFigures, RunTask } from './habitat-patrol/task.ts';

/**
 * `npm run bench`: whole change runs against rasterio + numpy doing the same job, in turns, on one
 * local HTTP server that adds latency. Needs Debian's python3-rasterio, python3-numpy and
 * python3-scipy. Prints medians and ratios; nothing here passes or fails by time.
 */
const folder = join(import.meta.dirname, '.data', 'scenes');
const here = join(import.meta.dirname, 'habitat-patrol');
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const latencyMilliseconds = 30;
const concurrency = 12;

const sides = {
  'refugia, automatic': (task: RunTask) => ours({ ...task, method: 'automatic' }),
  'refugia, IR-MAD': (task: RunTask) => ours({ ...task, method: 'irmad' }),
  'rasterio + numpy, IR-MAD': reference,
} as const;
type Side = keyof typeof sides;
const peer: Side = 'rasterio + numpy, IR-MAD';

function ours(task: RunTask): Promise<RunFigures> {
  return run(process.execPath, [join(here, 'ours.ts'), JSON.stringify(task)]);
}

function reference(task: RunTask): Promise<RunFigures> {
  const options = {
    stac: task.catalogueUrl,
    collection: task.collection,
    epsg: task.epsg,
    bounds: task.bounds.join(','),
    before: task.beforeDate,
    after: task.afterDate,
    window: task.windowDays,
    out: join(import.meta.dirname, '.data', 'reference'),
    concurrency: task.concurrency,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return run('/usr/bin/python3', [join(here, 'reference.py'), ...flags]);
}

function run(command: string, args: string[]): Promise<RunFigures> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${command} ended with code ${code}.`));
    });
  });
}

async function serve(): Promise<{ catalogueUrl: string; stop: () => void }> {
  const child = fork(join(here, 'serve.ts'), [folder, String(latencyMilliseconds)]);
  const catalogueUrl = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => reject(new Error('The imagery server did not start.')));
  });
  return { catalogueUrl, stop: () => child.kill() };
}

/** A square in the middle of the scenes. */
async function taskFor(catalogueUrl: string, kilometers: number): Promise<RunTask> {
  const [name = ''] = await readdir(folder);
  const item = JSON.parse(await readFile(join(folder, name, 'item.json'), 'utf8'));
  const epsg = Number(String(item.properties['proj:code']).replace('EPSG:', ''));
  const [pixel, , west, , , north] = item.assets.red['proj:transform'] as number[];
  const [rows, columns] = item.assets.red['proj:shape'] as number[];
  const half = kilometers * 500;
  const snap = (value: number) => Math.round(value / 10) * 10;
  const x = snap(west! + (columns! * pixel!) / 2);
  const y = snap(north! - (rows! * pixel!) / 2);
  const bounds = [x - half, y - half, x + half, y + half] as const;
  const toLongitudeLatitude = coordinateTransform(epsg, 4326);
  const ring = [
    [bounds[0], bounds[1]],
    [bounds[2], bounds[1]],
    [bounds[2], bounds[3]],
    [bounds[0], bounds[3]],
    [bounds[0], bounds[1]],
  ].map(([east, northing]) => toLongitudeLatitude(east!, northing!));
  return {
    catalogueUrl,
    collection: item.collection,
    area: { type: 'Polygon', coordinates: [ring] },
    epsg,
    bounds,
    beforeDate: benchmark.beforeDate,
    afterDate: benchmark.afterDate,
    windowDays: benchmark.windowDays,
    concurrency,
    method: 'automatic',
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

async function compare(task: RunTask, title: string): Promise<void> {
  const figures = new Map<Side, RunFigures[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, start] of Object.entries(sides) as [Side, (typeof sides)[Side]][]) {
      figures.set(side, [...(figures.get(side) ?? []), await start(task)]);
    }
  }
  const peers = figures.get(peer)!;
  console.log(`\n${title}, ${latencyMilliseconds} ms latency, median of ${rounds}`);
  console.table(
    Object.fromEntries(
      [...figures].map(([side, runs]) => [
        side,
        {
          seconds: median(runs.map((each) => each.seconds)).toFixed(2),
          'ratio to peer': median(
            runs.map((each, round) => each.seconds / peers[round]!.seconds),
          ).toFixed(2),
          'peak MB': median(runs.map((each) => each.peakMegabytes)).toFixed(0),
          'scenes read': runs[0]!.scenesRead,
          'clear share': runs[0]!.clearShare.toFixed(3),
          steps: Object.entries(runs[0]!.steps)
            .map(([step, seconds]) => `${step} ${seconds.toFixed(1)}`)
            .join(', '),
        },
      ]),
    ),
  );
}

await writeBenchmarkScenes(folder);
const server = await serve();
try {
  for (const kilometers of [5, 21]) {
    await compare(
      await taskFor(server.catalogueUrl, kilometers),
      `${kilometers} × ${kilometers} km`,
    );
  }
} finally {
  server.stop();
}
