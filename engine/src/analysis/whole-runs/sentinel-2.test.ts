import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { transportTo } from '../../../testing/http-imagery.ts';
import { startImageryServer } from '../../../testing/imagery-server.ts';
import { tileAt } from '../../geo/web-mercator.ts';
import { changeRendering } from '../../render/change-palette.ts';
import { naturalColours } from '../../render/rendering.ts';
import { renderTile } from '../../render/tile.ts';
import { FileSource } from '../../source/file-source.ts';
import { openTiff } from '../../tiff/index.ts';
import { runAnalysis } from '../run.ts';

const scenesFolder = join(
  process.env.REFUGIA_SHARED ?? '../shared',
  'data/change/s2_l2a_stac_T33TWL_120m',
);
const hasScenes = existsSync(scenesFolder);
if (!hasScenes) console.warn(`No real Sentinel-2 scenes at ${scenesFolder}: their run is skipped.`);

const area: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [15.3, 45.3],
      [15.9, 45.3],
      [15.9, 45.7],
      [15.3, 45.7],
      [15.3, 45.3],
    ],
  ],
};

// Pixels of the area that are clear by SCL on 10 and on 20 August: numpy over rasterio 1.3.5.
const clearOnBothPixels = 29_215;
const pixelHectares = 1.44;

test.skipIf(!hasScenes)('real scenes go the whole path, from the search to tiles', async () => {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-run-'));
  const server = await startImageryServer(scenesFolder, { maxPageSize: 1 });
  try {
    const result = await runAnalysis(
      { area, startDate: '2023-08-10', endDate: '2023-08-20' },
      {
        transport: transportTo(server),
        catalogueUrl: server.catalogueUrl,
        outputFolder,
        // Narrow enough for one scene a date.
        windowDays: 4,
      },
    );
    expect(result.scenes.map(({ id }) => id)).toEqual([
      'S2B_33TWL_20230810_0_L2A',
      'S2B_33TWL_20230820_0_L2A',
    ]);
    expect(result.bands).toEqual(['blue', 'green', 'red', 'nir']);
    expect(result.notes.map(runSentence).join(' ')).toContain('4 bands');
    expect(result.statistics.pixelSizeMeters).toBe(120);
    // Beside what SCL masks, change at the rims of clouds is unobserved, and these clouds are
    // everywhere.
    const clearPixels = result.statistics.clearHectares / pixelHectares;
    expect(clearPixels).toBeLessThan(clearOnBothPixels * 1.001);
    expect(clearPixels).toBeGreaterThan(clearOnBothPixels * 0.75);
    // Ten days of August change no fifth of a landscape.
    expect(result.statistics.changedShare).toBeLessThan(0.2);

    const tile = tileAt(15.6, 45.5, 10);
    for (const layer of ['before', 'after', 'change'] as const) {
      const source = await FileSource.open(result.files[layer]);
      const rendering = layer === 'change' ? changeRendering() : naturalColours;
      const png = await renderTile(await openTiff(source), rendering, tile);
      await source.close();
      const { channels } = await sharp(png!).stats();
      expect(channels.at(-1)!.max).toBeGreaterThan(0);
    }
  } finally {
    await server.close();
    await rm(outputFolder, { recursive: true, force: true });
  }
});
