import { expect, test } from 'vitest';
import { reachPixels, startRasterWork } from '../../../testing/raster-work.ts';
import { makeSlope } from '../../../testing/value-mapper-calls.ts';

test('Ctrl+C ends neither the reading nor the valuing of a raster, and leaves nothing behind', async () => {
  const work = await startRasterWork();
  try {
    const dataLayerID = await work.owner.makeLayer();
    // The raster has several tiles, so that the server can be ended between them.
    const file = await makeSlope({ width: 2_200, height: 1_800 });
    const rasterID = await work.owner.upload(dataLayerID, file);
    await reachPixels(() => work.findRaster(rasterID), 'img');
    await work.endAndStart('SIGINT');
    expect((await work.findRaster(rasterID)).processing.state).not.toBe('failed');
    expect(await work.processRaster(rasterID)).toMatchObject({ dataset_max_val: 2_199 });
    const valued = await work.postValuation(dataLayerID, 1);
    await reachPixels(() => work.findValued(valued), 'genValRst');
    await work.endAndStart('SIGTERM');
    expect((await work.findValued(valued)).processing.state).not.toBe('failed');
    expect((await work.processValued(valued)).processing.state).toBe('done');
    // One original, and the numbers and the picture of the raster and of the valued raster.
    const ofBoth = ['picture.pgw', 'picture.png', 'raster.tif'];
    await expect.poll(work.storedFiles).toEqual(['file', ...ofBoth, ...ofBoth].sort());
  } finally {
    await work.close();
  }
});
