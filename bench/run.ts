import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coordinateTransform } from '@refugia/engine/crs/transform.ts';
import { reportMaps } from './collaborative-mapper/report.ts';
import { quantile } from './figures.ts';
import { benchmark, writeBenchmarkScenes } from './habitat-patrol/scenes.ts';
import type { RunFigures, RunTask, ServedFigures } from './habitat-patrol/task.ts';
import { reportLoad } from './load/report.ts';
import { reportLoops } from './loops/report.ts';
import { reportProduct } from './product/report.ts';
import { reportRasters } from './rasters/report.ts';
import { reportSelection } from './selection/report.ts';
import { reportSlider } from './slider/report.ts';
import { reportZones } from './zones/report.ts';

/**
 * `npm run bench`: whole change runs against rasterio + numpy doing the same job, in turns, on one
 * local HTTP server that adds latency; then what the product itself takes to show progress, scenes and
 * map tiles. README.md says what is measured and how to read it. Prints medians and ratios; nothing
 * here passes or fails by time.
 */
const folder = join(import.meta.dirname, '.data', 'scenes');
const here = join(import.meta.dirname, 'habitat-patrol');
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const sidesKilometers = (process.env.BENCH_KM ?? '5,10,21').split(',').map(Number);
const parts = (
  process.env.BENCH_PARTS ?? 'runs,product,load,loops,rasters,zones,maps,selection,slider'
).split(',');
const latencyMilliseconds = 30;
/** Of each of the peer's two processes: with fewer, and with more, up to 24, GDAL reads more slowly. */
const peerThreads = 6;

const sides = {
  'refugia, automatic': (task: RunTask) => ours(task),
  'refugia, automatic, earlier years': (task: RunTask) =>
    ours({ ...task, collections: [...task.collections, benchmark.earlierCollection] }),
  'refugia, IR-MAD': (task: RunTask) => ours({ ...task, method: 'irmad' }),
  'rasterio + numpy, automatic': (task: RunTask) => reference(task, '--method=automatic'),
  'rasterio + numpy, automatic, tuned': (task: RunTask) =>
    reference(task, '--method=automatic-tuned'),
  'rasterio + numpy, IR-MAD': (task: RunTask) => reference(task, '--method=irmad'),
  'rasterio + numpy, reads only': (task: RunTask) => reference(task, '--only-read'),
} as const;
type Side = keyof typeof sides;
/** Whoever does the same job in Python, for each side. */
const peers: Readonly<Record<Side, Side>> = {
  'refugia, automatic': 'rasterio + numpy, automatic',
  'refugia, automatic, earlier years': 'rasterio + numpy, automatic',
  'refugia, IR-MAD': 'rasterio + numpy, IR-MAD',
  'rasterio + numpy, automatic': 'rasterio + numpy, automatic',
  'rasterio + numpy, automatic, tuned': 'rasterio + numpy, automatic',
  'rasterio + numpy, IR-MAD': 'rasterio + numpy, IR-MAD',
  'rasterio + numpy, reads only': 'rasterio + numpy, automatic',
};
const peerReading: Side = 'rasterio + numpy, reads only';

/** As the server starts it: with what has been compiled before, which Python keeps as well. */
function ours(task: RunTask): Promise<RunFigures> {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '.data', 'compiled'),
  };
  return run(process.execPath, [join(here, 'ours.ts'), JSON.stringify(task)], env);
}

function reference(task: RunTask, ...more: string[]): Promise<RunFigures> {
  const options = {
    stac: task.catalogueUrl,
    collection: task.collections.join(','),
    epsg: task.epsg,
    bounds: task.bounds.join(','),
    before: task.startDate,
    after: task.endDate,
    window: task.windowDays,
    out: join(import.meta.dirname, '.data', 'reference'),
    threads: peerThreads,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return run('/usr/bin/python3', [join(here, 'reference.py'), ...flags, ...more]);
}

function run(command: string, args: string[], env = process.env): Promise<RunFigures> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

interface Server {
  catalogueUrl: string;
  /** What it was asked for since the last call. */
  takeFigures(): Promise<ServedFigures>;
  stop(): void;
}

async function serve(): Promise<Server> {
  const child = fork(join(here, 'serve.ts'), [folder, String(latencyMilliseconds)]);
  const [catalogueUrl] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The imagery server did not start.'))),
  ]);
  return {
    catalogueUrl: String(catalogueUrl),
    takeFigures: async () => {
      child.send('figures');
      const [figures] = await once(child, 'message');
      return figures;
    },
    stop: () => child.kill(),
  };
}

async function sceneOfRun() {
  for (const name of await readdir(folder)) {
    const item = JSON.parse(await readFile(join(folder, name, 'item.json'), 'utf8'));
    if (item.collection !== benchmark.earlierCollection) return item;
  }
  throw new Error(`${folder} holds no scene.`);
}

async function taskFor(catalogueUrl: string, kilometers: number): Promise<RunTask> {
  const item = await sceneOfRun();
  const epsg = Number(String(item.properties['proj:code']).replace('EPSG:', ''));
  const [pixel, , west, , , north] = item.assets.red['proj:transform'];
  const [rows, columns] = item.assets.red['proj:shape'];
  const half = kilometers * 500;
  const snap = (value: number) => Math.round(value / 10) * 10;
  const x = snap(west + (columns * pixel) / 2);
  const y = snap(north - (rows * pixel) / 2);
  const bounds = [x - half, y - half, x + half, y + half] as const;
  const toLongitudeLatitude = coordinateTransform(epsg, 4326);
  const corners = [
    [bounds[0], bounds[1]],
    [bounds[2], bounds[1]],
    [bounds[2], bounds[3]],
    [bounds[0], bounds[3]],
    [bounds[0], bounds[1]],
  ] as const;
  const ring = corners.map((corner) => toLongitudeLatitude(...corner));
  return {
    catalogueUrl,
    collections: [item.collection],
    area: { type: 'Polygon', coordinates: [ring] },
    epsg,
    bounds,
    startDate: benchmark.startDate,
    endDate: benchmark.endDate,
    windowDays: benchmark.windowDays,
    method: 'automatic',
  };
}

type Measured = RunFigures & ServedFigures;
type Comparison = ReadonlyMap<Side, readonly Measured[]>;

async function compare(server: Server, task: RunTask, title: string): Promise<Comparison> {
  const figures = new Map<Side, Measured[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [side, start] of Object.entries(sides) as [Side, (typeof sides)[Side]][]) {
      await server.takeFigures();
      const measured = { ...(await start(task)), ...(await server.takeFigures()) };
      figures.set(side, [...(figures.get(side) ?? []), measured]);
    }
  }
  const reading = figures.get(peerReading)!;
  console.log(`\n${title}, ${latencyMilliseconds} ms latency, median of ${rounds}`);
  console.table(
    Object.fromEntries(
      [...figures].map(([side, runs]) => [
        side,
        tableRow(runs, figures.get(peers[side])!, reading),
      ]),
    ),
  );
  for (const [side, runs] of figures) {
    const steps = Object.entries(runs[0].steps).map(([step, at]) => `${step} ${at.toFixed(1)}`);
    console.log(`${side}, first run, seconds: ${steps.join(', ')}`);
  }
  return figures;
}

/** Ratios are of runs of the same round, so that a busy machine weighs on both sides alike. */
function tableRow(
  runs: readonly Measured[],
  peer: readonly Measured[],
  reading: readonly Measured[],
): Record<string, string> {
  const middle = (read: (run: Measured, round: number) => number): number =>
    quantile(runs.map(read));
  return {
    seconds: middle((run) => run.seconds).toFixed(2),
    'ratio to peer': middle((run, round) => run.seconds / peer[round].seconds).toFixed(2),
    'ratio to reads': middle((run, round) => run.seconds / reading[round].seconds).toFixed(2),
    'CPU s': middle((run) => run.cpuSeconds).toFixed(1),
    'CPU ratio': middle((run, round) => run.cpuSeconds / peer[round].cpuSeconds).toFixed(2),
    'peak MB': middle((run) => run.peakMegabytes).toFixed(0),
    scenes: String(runs[0].scenesUsed),
    'clear share': runs[0].clearShare.toFixed(4),
    requests: middle((run) => run.requests).toFixed(0),
    'MB read': middle((run) => run.megabytes).toFixed(0),
  };
}

/** How cost grows with the area: about the same for each square kilometre, or it isn't linear. */
function reportGrowth(comparisons: ReadonlyMap<number, Comparison>): void {
  const perArea = (side: Side, kilometers: number, read: (run: Measured) => number): string => {
    const runs = comparisons.get(kilometers)!.get(side)!;
    return ((quantile(runs.map(read)) * 1000) / kilometers ** 2).toFixed(1);
  };
  console.log('\nmilliseconds for each square kilometre');
  console.table(
    Object.fromEntries(
      [...comparisons.keys()].map((kilometers) => [
        `${kilometers ** 2} km²`,
        {
          'refugia, seconds': perArea('refugia, automatic', kilometers, (run) => run.seconds),
          'refugia, CPU': perArea('refugia, automatic', kilometers, (run) => run.cpuSeconds),
          'peer, seconds': perArea(peers['refugia, automatic'], kilometers, (run) => run.seconds),
          'peer, CPU': perArea(peers['refugia, automatic'], kilometers, (run) => run.cpuSeconds),
        },
      ]),
    ),
  );
}

async function compareRuns(): Promise<void> {
  await writeBenchmarkScenes(folder);
  const server = await serve();
  const comparisons = new Map<number, Comparison>();
  try {
    for (const kilometers of sidesKilometers) {
      const task = await taskFor(server.catalogueUrl, kilometers);
      const title = `${kilometers} × ${kilometers} km`;
      comparisons.set(kilometers, await compare(server, task, title));
    }
  } finally {
    server.stop();
  }
  reportGrowth(comparisons);
}

if (parts.includes('runs')) await compareRuns();
if (parts.includes('product')) await reportProduct();
if (parts.includes('load')) await reportLoad();
if (parts.includes('loops')) reportLoops();
if (parts.includes('rasters')) {
  await reportRasters({
    megabytes: Number(process.env.BENCH_MEGABYTES ?? 200),
    parts: (process.env.BENCH_RASTERS ?? 'files,uploads,combination').split(','),
    only: process.env.BENCH_RASTER_FILES?.split(',') ?? [],
  });
}
if (parts.includes('zones')) await reportZones({ side: 10_000, count: 10_000, rounds });
if (parts.includes('maps')) {
  await reportMaps({
    parts: (process.env.BENCH_MAPS ?? 'reading,edits,tiles,live').split(','),
    rounds,
    liveSeconds: Number(process.env.BENCH_LIVE_SECONDS ?? 300),
  });
}
if (parts.includes('selection')) await reportSelection();
if (parts.includes('slider')) await reportSlider();
