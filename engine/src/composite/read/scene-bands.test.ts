import { expect, test } from 'vitest';
import { startSyntheticImagery, transportTo } from '../../../testing/http-imagery.ts';
import {
  reflectanceAt,
  type SyntheticScene,
  syntheticScenes,
  syntheticWorld,
} from '../../../testing/synthetic-scenes.ts';
import { searchScenes } from '../../source/search.ts';
import { chooseWorkArea } from '../index.ts';
import { neededPixels } from './needed-pixels.ts';
import { readSceneBands } from './scene-bands.ts';
import { SceneFiles } from './scene-files.ts';

const names = ['nir', 'red', 'swir2'] as const;

/** The bands of the clear scene after the change, and where a pixel of its grid stands in them. */
async function readBands(change: Partial<SyntheticScene>) {
  const { area, endDate, grid: sceneGrid } = syntheticWorld;
  const written = syntheticScenes.map((each) => ({ ...each, ...change }));
  const server = await startSyntheticImagery(written);
  const transport = transportTo(server);
  const files = new SceneFiles(transport);
  try {
    const search = { transport, catalogueUrl: server.catalogueUrl, area, date: endDate };
    const { scenes } = await searchScenes(search);
    const workArea = await chooseWorkArea({ area, scenes, transport });
    const needed = neededPixels(workArea.grid, workArea.mask)!;
    const found = scenes.find(({ id }) => id === 'after-clear')!;
    const bands = await readSceneBands(found, names, { files, workArea, needed });
    const { affine, width } = workArea.grid;
    const indexOf = (column: number, row: number) => {
      const x = column - (affine[2] - sceneGrid.affine[2]) / 10;
      const y = row - (sceneGrid.affine[5] - affine[5]) / 10;
      return y * width + x;
    };
    return { bands, scene: written.find(({ id }) => id === 'after-clear')!, indexOf };
  } finally {
    files.close();
    await server.close();
  }
}

// Expected: the reflectance that the scenes are written with, in ten-thousandths, but for rounding.
test.each<[string, Partial<SyntheticScene>]>([
  ['as the catalogue states it', { numbersHoldOffset: true, statedOffset: -0.1 }],
  ['once, although the catalogue would subtract it again', { statedOffset: -0.1 }],
])('the offset of processing baseline 04.00 is taken out %s', async (_, change) => {
  const { bands, scene, indexOf } = await readBands(change);
  for (const [column, row] of [
    [150, 150],
    [40, 60],
    [260, 150],
  ] as const) {
    for (const [index, name] of (['nir', 'red'] as const).entries()) {
      const truth = 10_000 * reflectanceAt(scene, name, column, row);
      expect(Math.abs(bands[index]![indexOf(column, row)]! - truth)).toBeLessThanOrEqual(0.5001);
    }
  }
});
