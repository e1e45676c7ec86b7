import { writeFile } from 'node:fs/promises';
import {
  buildValuedRaster,
  coarsenRaster,
  ingestRaster,
  inspectRaster,
  RasterError,
} from '@refugia/engine/ingest/index.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { serveOrder } from '../../platform/processes/serve-order.ts';
import type { RasterOrder, RasterProgram, RasterResult, StoredPicture } from './program.ts';

serveOrder<RasterProgram>(async (order, tell) => {
  try {
    return { kind: 'done', result: await perform(order, tell) };
  } catch (error) {
    if (!(error instanceof RasterError)) throw error;
    return { kind: 'refused', code: error.code, message: error.message };
  }
});

async function perform(order: RasterOrder, tell: (share: number) => void): Promise<RasterResult> {
  switch (order.task) {
    case 'inspect': {
      const { name, ...choices } = order.choices;
      await using source = await FileSource.open(order.sourcePath, name);
      return (await inspectRaster(source, choices)).header;
    }
    case 'coarsen':
      return await coarsenRaster(order.sourcePath, order.targetPath, order.choices);
    case 'ingest':
      return await ingestRaster(order.sourcePath, order.targetPath, {
        ...order.choices,
        onProgress: ({ step, share }) => {
          if (step === 'image') tell(share);
        },
      });
    case 'value':
      return await buildValuedRaster(order.cogPath, order.targetPath, order.valuation, {
        onProgress: tell,
      });
    case 'picture':
      return await writePicture(order);
  }
}

async function writePicture(order: RasterOrder<'picture'>): Promise<StoredPicture> {
  // This module loads a picture library, which a confined process may not do.
  const { openCog, renderPicture } = await import('@refugia/engine/render/values/index.ts');
  await using source = await FileSource.open(order.cogPath);
  const { png, width, height, worldFile } = await renderPicture(await openCog(source), order.style);
  await writeFile(order.targetPath, png);
  return { width, height, worldFile, bytes: png.length };
}
