import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fileOf,
  type ManyFeatures,
  manyFeatures,
  type VectorFormat,
} from '@refugia/engine/testing/large-files.ts';
import { VectorImporter } from '../../server/src/services/vector-import/vector-importer.ts';
import { judged, quantile, timed } from '../figures.ts';

const folder = join(import.meta.dirname, '../.data/vectors');
const limits = { decimals: 7, maxFeatures: 100_000, maxPositions: 1_000_000 };
/** As the uploads of the Collaborative Mapper are read. */
const importer = {
  processes: 1,
  timeoutMilliseconds: 120_000,
  maxMemoryBytes: 1_200_000_000,
  maxHeapMegabytes: 800,
};

/** Files of about ten megabytes each, but for the archives of points, which pack far better. */
const files: readonly (readonly [name: string, format: VectorFormat, holds: ManyFeatures])[] = [
  ['GeoJSON, points', 'json', { shape: 'points', count: 60_000 }],
  ['GeoJSON, polygons of 10', 'json', { shape: 'polygons', count: 24_000, positionsEach: 10 }],
  ['GeoJSON, polygons of 10,000', 'json', { shape: 'polygons', count: 38, positionsEach: 10_000 }],
  ['KML, points', 'kml', { shape: 'points', count: 34_000 }],
  ['KML, polygons of 10,000', 'kml', { shape: 'polygons', count: 41, positionsEach: 10_000 }],
  ['KMZ, polygons of 10', 'kmz', { shape: 'polygons', count: 100_000, positionsEach: 10 }],
  ['shapefile, points', 'zip', { shape: 'points', count: 100_000 }],
  ['shapefile, polygons of 10', 'zip', { shape: 'polygons', count: 100_000, positionsEach: 10 }],
];

/** Prints what reading uploaded files takes, each as a whole process, beside `ogr2ogr`, in turns. */
export async function reportReading(rounds: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const rows: Record<string, object> = {};
  for (const [name, format, holds] of files) {
    const bytes = fileOf(manyFeatures(holds), format);
    const path = join(folder, `many.${format}`);
    await writeFile(path, bytes);
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(() => read(bytes, format, holds.count)));
      peer.push(await timed(() => convert(path, format)));
    }
    rows[name] = {
      MB: (bytes.length / 1e6).toFixed(1),
      'ours s': (quantile(ours) / 1000).toFixed(2),
      'ogr2ogr s': (quantile(peer) / 1000).toFixed(2),
      ...judged(quantile(ours.map((time, round) => time / peer[round])), '≤ 2'),
    };
  }
  console.log(`\nreading a file to GeoJSON, ${rounds} rounds`);
  console.table(rows);
}

async function read(bytes: Uint8Array, format: VectorFormat, count: number): Promise<void> {
  const reader = new VectorImporter(importer);
  const { layers } = await reader.importFeatures(
    { name: `many.${format}`, bytes },
    { ...limits, onBatch: () => {} },
    new AbortController().signal,
  );
  const found = layers[0]?.featureCount;
  if (found !== count) throw new Error(`${found} features were read instead of ${count}`);
}

/** GDAL writes over nothing, so that what it wrote before goes first. */
async function convert(path: string, format: VectorFormat): Promise<void> {
  const target = join(folder, 'converted.json');
  await rm(target, { force: true });
  const source = format === 'zip' ? `/vsizip/${path}` : path;
  const options = ['-q', '-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=7', target, source];
  const child = spawn('ogr2ogr', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ogr2ogr ended with code ${code}.`);
}
