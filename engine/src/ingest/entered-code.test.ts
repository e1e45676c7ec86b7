import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildTiff } from '../../testing/tiff-builder.ts';
import { FileSource } from '../source/file-source.ts';
import { ingestRaster, inspectRaster } from './index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'refugia-entered-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('a system that a person has entered by Esri’s code is written into the COG, and read from it', async () => {
  const path = join(scratch, 'unnamed.tif');
  const file = await buildTiff({
    width: 4,
    height: 4,
    bands: [Array(16).fill(7)],
    tags: {
      33550: { type: 'double', values: [1000, 1000, 0] },
      33922: { type: 'double', values: [0, 0, 0, -298_505.4, 598_956.13, 0] },
    },
  });
  await writeFile(path, file);
  const cog = join(scratch, 'named.tif');
  const facts = await ingestRaster(path, cog, { epsg: 102_008 });
  expect(facts.originalCrs).toBeNull();
  expect(facts.crs).toMatchObject({ epsg: null, name: 'North America Albers Equal Area Conic' });
  // Expected: ESRI:102008 by gdaltransform of GDAL 3.6.2.
  expect(facts.center[0]).toBeCloseTo(-100, 6);
  expect(facts.center[1]).toBeCloseTo(45, 6);
  await using source = await FileSource.open(cog);
  const { header } = await inspectRaster(source);
  expect(header.crs).toEqual(facts.crs);
  expect(header.bounds).toEqual(facts.bounds);
});

test.each([
  // DHDN to WGS 84 (2), EPSG:1777, for all of western Germany; the corner is near Würzburg.
  { epsg: 31_467, corner: [3_570_000, 5_520_000], pixel: 30, meters: 3 },
  // QND95 to WGS 84 (1), EPSG:1840, defines its datum.
  { epsg: 4614, corner: [51.2, 25.3], pixel: 0.001, meters: 0 },
])(
  'a raster on a shifted datum is told its accuracy, however small it is: $epsg',
  async (given) => {
    const { epsg, corner, pixel, meters } = given;
    const path = join(scratch, `shifted-${epsg}.tif`);
    const file = await buildTiff({
      width: 4,
      height: 4,
      bands: [Array(16).fill(7)],
      tags: {
        33550: { type: 'double', values: [pixel, pixel, 0] },
        33922: { type: 'double', values: [0, 0, 0, ...corner, 0] },
      },
    });
    await writeFile(path, file);
    const { notes } = await ingestRaster(path, join(scratch, `shifted-${epsg}-cog.tif`), { epsg });
    // Expected: the accuracy that EPSG gives.
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: 'shifted-within',
        params: expect.objectContaining({ meters }),
      }),
    );
  },
);
