import { readFileSync, writeFileSync } from 'node:fs';
import type { ZoneEdgeRule } from '@refugia/engine/zones/row-cover.ts';
import { type Zone, zoneStatistics } from '@refugia/engine/zones/zone-statistics.ts';

/** What is measured; paths are on this machine. */
export interface ZonesTask {
  readonly raster: string;
  readonly zones: string;
  readonly threshold: number;
  readonly edges: ZoneEdgeRule;
  readonly result: string;
}

/** Measures zones in a process of its own, as the product does, and writes a list of numbers for each. */
async function perform({ raster, zones, threshold, edges, result }: ZonesTask): Promise<void> {
  const shapes: Zone[] = JSON.parse(readFileSync(zones, 'utf8'));
  const found = await zoneStatistics(raster, shapes, { edges, threshold });
  const rows = found.map((zone) => [
    zone.hectares,
    zone.mean,
    zone.minimum,
    zone.maximum,
    zone.hectaresAbove,
  ]);
  writeFileSync(result, JSON.stringify(rows));
}

await perform(JSON.parse(process.argv[2] ?? ''));
