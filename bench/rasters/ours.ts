import { buildCombinedRaster, ingestRaster } from '@refugia/engine/ingest/index.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff } from '@refugia/engine/tiff/index.ts';
import type { RasterTask } from './task.ts';

/** Does one piece of raster work, in a process of its own, as the product does; prints a line of JSON. */
async function perform(task: RasterTask): Promise<unknown> {
  switch (task.work) {
    case 'cog':
      return (await ingestRaster(task.source, task.target)).shown.values;
    case 'combine':
      return await combine(task);
    case 'tiles':
      return await timeTiles(task);
  }
}

/** The mean of layers with equal weights, by straight curves. */
async function combine({ layers, target }: RasterTask & { work: 'combine' }) {
  const curve = { type: 'lin', coefficients: { A: 1, B: 0, C: 0 } } as const;
  const valuation = { kind: 'curve', curve, range: { min: 200, max: 1000 } } as const;
  const part = { valuation, weight: 1, above: null, leavesOut: false };
  return await buildCombinedRaster(
    {
      layers: layers.map((cogPath) => ({ ...part, cogPath })),
      missing: 'no-data',
      gridOf: 0,
      items: {},
    },
    target,
  );
}

/** Milliseconds of each tile, drawn one after the other. */
async function timeTiles({ source, minimum, maximum, tiles }: RasterTask & { work: 'tiles' }) {
  // This module loads a picture library, which the product's process for rasters does not load either.
  const { renderTile } = await import('@refugia/engine/render/tile.ts');
  await using file = await FileSource.open(source);
  const tiff = await openTiff(file);
  const curve = { type: 'log', coefficients: { A: 1, B: 5, C: 0 } } as const;
  const valuation = { kind: 'curve', curve, range: { min: minimum, max: maximum } } as const;
  const milliseconds: number[] = [];
  for (const [z, x, y] of tiles) {
    const started = performance.now();
    await renderTile(tiff, { kind: 'values', valuation }, { z, x, y });
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

console.log(`\n${JSON.stringify(await perform(JSON.parse(process.argv[2] ?? '')))}`);
