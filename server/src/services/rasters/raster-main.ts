import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import {
  buildCombinedRaster,
  buildValuedRaster,
  compareCombinations,
  ingestRaster,
  RasterError,
} from '@refugia/engine/ingest/index.ts';
import { openCog } from '@refugia/engine/render/cog.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { type Zone, zoneStatistics } from '@refugia/engine/zones/zone-statistics.ts';
import { serveOrder } from '../../platform/processes/serve-order.ts';
import type {
  RasterNews,
  RasterOrder,
  RasterProgram,
  RasterResult,
  StoredPicture,
} from './program.ts';

/** Heavy work has a lower priority than replies to people. */
const heavyNiceness = 10;

serveOrder<RasterProgram>(async (order, tell) => {
  try {
    return { kind: 'done', result: await perform(order, tell) };
  } catch (error) {
    if (!(error instanceof RasterError)) throw error;
    return { kind: 'refused', code: error.code, fact: error.fact };
  }
});

async function perform(
  order: RasterOrder,
  tell: (news: RasterNews) => void,
): Promise<RasterResult> {
  const onProgress = (share: number) => tell({ kind: 'share', share });
  switch (order.task) {
    case 'ingest':
      return await ingestRaster(order.sourcePath, order.targetPath, {
        ...order.choices,
        coarsePath: order.coarsePath,
        onInspected: (header) => tell({ kind: 'inspected', header }),
        onCoarse: (coarse) => {
          tell({ kind: 'coarse', coarse });
          // Somebody waits for what comes before; this is the heavy work.
          setPriority(heavyNiceness);
        },
        onProgress,
      });
    case 'value':
      return await buildValuedRaster(order.cogPath, order.targetPath, order.valuation, {
        onProgress,
        items: order.items,
      });
    case 'combine':
      return await buildCombinedRaster(order.combination, order.targetPath, { onProgress });
    case 'compare':
      return await compareCombinations(order.first, order.second, onProgress);
    case 'picture':
      return await writePicture(order, onProgress);
    case 'zones': {
      const zones: Zone[] = JSON.parse(readFileSync(0, 'utf8'));
      return await zoneStatistics(order.cogPath, zones, { ...order.question, onProgress });
    }
  }
}

async function writePicture(
  order: RasterOrder<'picture'>,
  onShare: (share: number) => void,
): Promise<StoredPicture> {
  // This module loads a picture library, which a confined process may not do.
  const { renderPicture } = await import('@refugia/engine/render/picture.ts');
  await using source = await FileSource.open(order.cogPath);
  const cog = await openCog(source);
  const picture = await renderPicture(cog, { ...order.style, onShare });
  const { png, width, height, worldFile } = picture;
  await writeFile(order.targetPath, png);
  return { width, height, worldFile, bytes: png.length };
}
