import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measured, nodeCommand, output, python } from '../rasters/processes.ts';
import type { ZonesTask } from './ours.ts';

const here = import.meta.dirname;
const folder = join(here, '../.data/zones');
const threshold = 0.5;

type Numbers = readonly (number | null)[];

/**
 * Prints what the statistics of zones take, beside a loop over windows in rasterio and numpy, in turns, and by how much
 * they differ at most.
 * @param side of the raster, in pixels
 */
export async function reportZones({
  side,
  count,
  rounds,
}: {
  readonly side: number;
  readonly count: number;
  readonly rounds: number;
}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const raster = join(folder, `${side}.tif`);
  const zones = join(folder, `${side}-${count}.json`);
  if (!existsSync(zones)) {
    await output(python, [join(here, 'make_zones.py'), raster, zones, `${side}`, `${count}`]);
  }
  const task = { raster, zones, threshold };
  const results = { ours: join(folder, 'ours.json'), peer: join(folder, 'peer.json') };
  const reference = [join(here, 'reference.py'), raster, zones, `${threshold}`, results.peer];
  const rows: Record<string, Record<string, string>> = {};
  for (let round = 1; round <= rounds; round++) {
    const peer = await measured([python, ...reference]);
    for (const edges of ['share', 'centre'] as const) {
      const order: ZonesTask = { ...task, edges, result: results.ours };
      const ours = await measured(nodeCommand(join(here, 'ours.ts'), order));
      rows[`${count} zones, ${side} × ${side} pixels, ${edges}, round ${round}`] = {
        ours: ours.seconds.toFixed(1),
        peer: peer.seconds.toFixed(1),
        ratio: (ours.seconds / peer.seconds).toFixed(2),
        'CPU ratio': (ours.cpuSeconds / peer.cpuSeconds).toFixed(2),
        'our peak MB': ours.peakMegabytes.toFixed(0),
        'its peak MB': peer.peakMegabytes.toFixed(0),
      };
    }
  }
  console.table(rows);
  const [ours, peer] = await Promise.all([results.ours, results.peer].map(readNumbers));
  console.log(`largest difference by centre: ${largestDifference(ours, peer).toExponential(1)}`);
}

const readNumbers = async (path: string): Promise<Numbers[]> =>
  JSON.parse(await readFile(path, 'utf8'));

/** The largest difference between two lists of zones, relative to numbers above 1. */
function largestDifference(ours: readonly Numbers[], peer: readonly Numbers[]): number {
  const differences = ours.flatMap((zone, index) =>
    zone.map((number, place) => {
      const other = peer[index]?.[place] ?? 0;
      return Math.abs((number ?? 0) - other) / Math.max(1, Math.abs(other));
    }),
  );
  return differences.reduce((largest, each) => Math.max(largest, each), 0);
}
