import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { inspectRaster } from '@refugia/engine/ingest/index.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { quantile } from '../figures.ts';
import { measureCombination } from './combination.ts';
import { inAll, measured, nodeCommand, output, python } from './processes.ts';
import { reportUploads } from './product.ts';
import type { ProcessFigures, RasterTask } from './task.ts';

const here = import.meta.dirname;
const folder = join(here, '../.data/rasters');

/** Type of samples, compression and layout of the rasters that are measured on. */
const kinds = [
  ['float32', 'DEFLATE', 'tiles'],
  ['float32', 'DEFLATE', 'strips'],
  ['float32', 'LZW', 'strips'],
  ['float32', 'NONE', 'tiles'],
  ['uint8', 'DEFLATE', 'tiles'],
  ['uint8', 'LZW', 'strips'],
  ['uint8', 'NONE', 'strips'],
  ['noise', 'DEFLATE', 'strips'],
] as const;

type Row = Record<string, string | number>;

interface RasterReport {
  readonly megabytes: number;
  /** `files`: work on files beside GDAL; `uploads`: what people see of an upload; `combination`. */
  readonly parts: readonly string[];
  /** Which rasters, by words of their names; all of them if there are none. */
  readonly only: readonly string[];
}

/**
 * Prints what raster work takes, beside GDAL with two threads and rasterio, in turns, and what people
 * see of an upload.
 */
export async function reportRasters({ megabytes, parts, only }: RasterReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const [type, compression, layout] of kinds) {
    const name = `${type} ${compression.toLowerCase()} ${layout}`;
    if (only.length > 0 && !only.includes(name)) continue;
    files.set(name, await existingFile({ name, megabytes, type, compression, layout }));
  }
  const rows: Record<string, Row> = {};
  for (const [name, path] of parts.includes('files') ? files : []) {
    Object.assign(rows, await measureFile(name, path));
    console.table(rows);
  }
  if (parts.includes('uploads')) await reportUploads(files);
  if (parts.includes('combination')) {
    const [type, compression, layout] = ['float32', 'DEFLATE', 'tiles'];
    // 100 megapixels of 32 bits.
    const file = { name: `${type} deflate ${layout}`, megabytes: 400, type, compression, layout };
    const [one, other] = await measureCombination(await existingFile(file), 10_000);
    console.table({ 'mean of four rasters of 100 megapixels': row(one, other) });
  }
}

async function existingFile(file: {
  name: string;
  megabytes: number;
  type: string;
  compression: string;
  layout: string;
}): Promise<string> {
  const { name, megabytes, type, compression, layout } = file;
  const path = join(folder, `${megabytes}-${name.replaceAll(' ', '-')}.tif`);
  if (!existsSync(path)) {
    const options = [path, String(megabytes), type, compression, layout];
    await output(python, [join(here, 'make_raster.py'), ...options]);
  }
  return path;
}

async function measureFile(name: string, path: string): Promise<Record<string, Row>> {
  const target = `${path}.out.tif`;
  const [valued, coloured] = [`${path}.valued.tif`, `${path}.coloured.tif`];
  const figures = {
    'to COG': [
      await ours({ work: 'cog', source: path, target }),
      await measured(toCog(path, target)),
    ],
  } as const;
  // The file of ours is there again for the tiles.
  await ours({ work: 'cog', source: path, target });
  const tiles = await tilesOf(path);
  const timesOfOurs = await tileTimes(process.execPath, [
    join(here, 'ours.ts'),
    JSON.stringify({ work: 'tiles', source: target, minimum: 0, maximum: 1000, tiles }),
  ]);
  const timesOfPeer = await tileTimes(python, [
    join(here, 'tiles_reference.py'),
    ...[target, '0', '1000', JSON.stringify(tiles)],
  ]);
  const chain = await peerChain(path, { valued, coloured, target });
  await Promise.all([target, valued, coloured].map((file) => rm(file, { force: true })));
  const [cog] = figures['to COG'];
  const firstTile = timesOfOurs[0] / 1000;
  return {
    ...Object.fromEntries(
      Object.entries(figures).map(([work, [one, other]]) => [`${name}: ${work}`, row(one, other)]),
    ),
    [`${name}: to coloured tiles`]: row({ ...cog, seconds: cog.seconds + firstTile }, chain),
    [`${name}: a tile of 256, ms`]: {
      ours: quantile(timesOfOurs).toFixed(1),
      peer: quantile(timesOfPeer).toFixed(1),
      ratio: (quantile(timesOfOurs) / quantile(timesOfPeer)).toFixed(2),
    },
  };
}

function row(one: ProcessFigures, other: ProcessFigures): Row {
  return {
    ours: one.seconds.toFixed(1),
    peer: other.seconds.toFixed(1),
    ratio: (one.seconds / other.seconds).toFixed(2),
    'CPU ratio': (one.cpuSeconds / other.cpuSeconds).toFixed(2),
    'our peak MB': Math.round(one.peakMegabytes),
    'its peak MB': Math.round(other.peakMegabytes),
  };
}

function toCog(source: string, target: string): string[] {
  const options = ['COMPRESS=DEFLATE', 'PREDICTOR=YES', 'NUM_THREADS=2', 'BIGTIFF=IF_SAFER'];
  const creation = options.flatMap((option) => ['-co', option]);
  return ['gdal_translate', '-q', '-of', 'COG', ...creation, source, target];
}

/** Curve, colours and a COG of them, as they are made with GDAL's programs. */
async function peerChain(
  source: string,
  { valued, coloured, target }: Record<'valued' | 'coloured' | 'target', string>,
): Promise<ProcessFigures> {
  const curve = 'log1p(147.4*clip(A/1000.0,0,1))/5';
  const figures = [
    await measured([
      'gdal_calc.py',
      '--quiet',
      '--overwrite',
      '-A',
      source,
      `--calc=${curve}`,
      '--type=Float32',
      '--NoDataValue=-9',
      `--outfile=${valued}`,
      '--co=BIGTIFF=IF_SAFER',
    ]),
    await measured([
      'gdaldem',
      'color-relief',
      '-q',
      '-alpha',
      valued,
      join(here, 'ramp.txt'),
      coloured,
      '-co',
      'BIGTIFF=IF_SAFER',
    ]),
    await measured(toCog(coloured, target)),
  ];
  return inAll(figures);
}

/** Tiles at the raster's own resolution, each beside others that were drawn, over a part of it. */
async function tilesOf(path: string): Promise<[number, number, number][]> {
  await using source = await FileSource.open(path);
  const { header } = await inspectRaster(source);
  const z = header.maxZoom + 1;
  const { x, y } = tileAt(...header.center, z);
  return Array.from({ length: 48 }, (_, index) => [z, x + (index % 8), y + Math.floor(index / 8)]);
}

const ours = (task: RasterTask) => measured(nodeCommand(join(here, 'ours.ts'), task));

async function tileTimes(command: string, options: string[]): Promise<number[]> {
  return JSON.parse(await output(command, options));
}
