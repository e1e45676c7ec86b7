import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import { changeKindCode, severityCode } from '../../change/index.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { measurePatches } from '../measure/patches.ts';
import { readPatches, writePatchFiles } from './patch-files.ts';
import { resultFiles } from './result-files.ts';

const width = 60;
/** UTM zone 13, 10 m; its corner lies on the zone's central meridian, 105° W. */
const grid = {
  width,
  height: width,
  affine: [10, 0, 500_000, 0, -10, 4_400_000] as const,
  epsg: 32613,
};
const layout = rectangleLayout(grid);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-patches-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function patchesOf(cells: readonly (readonly [row: number, column: number])[]) {
  const isChanged = new Uint8Array(width * width);
  for (const [row, column] of cells) isChanged[row * width + column] = 1;
  const kinds = isChanged.map((changed) => changed * changeKindCode.burn);
  return measurePatches(isChanged, { kinds }, { grid, layout });
}

/** A square of 2 × 2 in the corner, three pixels that touch by corners, and a lone one. */
const patches = patchesOf([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [10, 10],
  [11, 11],
  [12, 10],
  [40, 40],
]);

test('patches are written with their place on the globe, the largest first', async () => {
  const files = resultFiles(folder);
  expect(await writePatchFiles(files, patches, { grid, layout })).toBe(3);
  const { features } = JSON.parse(await readFile(files.patches, 'utf8')) as FeatureCollection;
  expect(features.map(({ geometry }) => geometry.type)).toEqual([
    'Polygon',
    'MultiPolygon',
    'Polygon',
  ]);
  const [square] = await readPatches(createReadStream(files.patches), { offset: 0, limit: 1 });
  // From PROJ 9.1 (cs2cs EPSG:32613 EPSG:4326): 500000 4400000 and 500020 4399980.
  const [west, south, east, north] = square!.bbox;
  expect(west).toBeCloseTo(-105, 6);
  expect(north).toBeCloseTo(39.7499075, 6);
  expect(east).toBeCloseTo(-104.9997665, 6);
  expect(south).toBeCloseTo(39.7497273, 6);
  expect(square!.properties).toMatchObject({ id: 1, kind: 'burn' });
  expect(square!.properties.hectares).toBeCloseTo(0.04 / 0.9996 ** 2, 4);
  const kml = await readFile(files.patchesKml, 'utf8');
  expect(kml).toContain('<name>1: Burn</name><styleUrl>#burn</styleUrl>');
  // The burn's #98006d in KML's order: alpha, blue, green, red.
  expect(kml).toContain(
    '<Style id="burn"><IconStyle><color>ff6d0098</color></IconStyle><LineStyle><color>ff6d0098</color>',
  );
  const zip = await readFile(files.patchesShapefile);
  for (const ending of ['shp', 'shx', 'dbf', 'prj', 'cpg']) {
    expect(zip.includes(`patches.${ending}`)).toBe(true);
  }
});

test('of an area that is kept as runs the same is written as of its rectangle', async () => {
  type Pixels = readonly [rows: number, columns: number];
  // A ring with a hole, two squares that touch by a corner, and a bend along the raster's rim.
  const isChanged = new Uint8Array(width * width);
  const paint = ([row, column]: Pixels, [rows, columns]: Pixels, value = 1) => {
    for (let each = row; each < row + rows; each++) {
      isChanged.fill(value, each * width + column, each * width + column + columns);
    }
  };
  paint([5, 5], [9, 12]);
  paint([8, 8], [3, 4], 0);
  paint([20, 20], [3, 3]);
  paint([23, 23], [4, 4]);
  paint([50, 40], [1, 20]);
  paint([50, 59], [10, 1]);
  const kinds = isChanged.map((changed) => changed * changeKindCode.water);
  const isKept = isChanged.map((changed, index) => (changed === 1 || index % 3 === 0 ? 1 : 0));
  const runs = { grid, layout: layoutOfKept(isKept, width) };
  const found = [keptOf(isChanged, isKept), { kinds: keptOf(kinds, isKept) }] as const;
  const [whole, kept] = [resultFiles(folder), resultFiles(join(folder, 'kept'))];
  await mkdir(join(folder, 'kept'));
  const area = { grid, layout };
  await writePatchFiles(whole, measurePatches(isChanged, { kinds }, area), area);
  expect(await writePatchFiles(kept, measurePatches(...found, runs), runs)).toBe(3);
  for (const file of ['patches', 'patchesKml', 'patchesShapefile'] as const) {
    expect(Buffer.compare(await readFile(kept[file]), await readFile(whole[file]))).toBe(0);
  }
});

test('a patch has the severity of most of it, in every file', async () => {
  const files = resultFiles(folder);
  const isChanged = new Uint8Array(width * width).fill(1, 0, 3);
  const { high_severity: high, moderate_low_severity: low } = severityCode;
  const severities = new Uint8Array(width * width);
  severities.set([high, low, high]);
  const kinds = isChanged.map((changed) => changed * changeKindCode.burn);
  const measured = measurePatches(isChanged, { kinds, severities }, { grid, layout });
  await writePatchFiles(files, measured, { grid, layout });
  const [patch] = await readPatches(createReadStream(files.patches), { offset: 0, limit: 1 });
  expect(patch!.properties).toMatchObject({ kind: 'burn', severity: 'high_severity' });
  const kml = await readFile(files.patchesKml, 'utf8');
  expect(kml).toContain('<name>1: Burn, high severity</name><styleUrl>#high_severity</styleUrl>');
  const { 'patches.dbf': table } = unzipSync(await readFile(files.patchesShapefile));
  expect(Buffer.from(table!).toString('latin1')).toMatch(/severity[\s\S]*high_severity/);
});

test('a patch has its confidence with its word, in every file, where it is known', async () => {
  const files = resultFiles(folder);
  const [first, ...others] = patches;
  await writePatchFiles(files, [{ ...first!, confidence: 0.954 }, ...others], { grid, layout });
  const [sure, unknown] = await readPatches(createReadStream(files.patches), {
    offset: 0,
    limit: 2,
  });
  expect(sure!.properties).toMatchObject({ confidence: 0.95, confidence_class: 'high' });
  expect(unknown!.properties).not.toHaveProperty('confidence');
  expect(await readFile(files.patchesKml, 'utf8')).toMatch(/"confidence"[^\n]*0\.95/);
  const { 'patches.dbf': table } = unzipSync(await readFile(files.patchesShapefile));
  // Names of fields have ten letters.
  expect(Buffer.from(table!).toString('latin1')).toMatch(/confidence[\s\S]*confiden_1[\s\S]*high/);
});

test('the point of a patch lies inside of it, as near to its middle as may be', async () => {
  const files = resultFiles(folder);
  // A ring of 5 × 5 pixels; the first of the four beside its hole's middle is the one above.
  const ring = [5, 6, 7, 8, 9].flatMap((row) =>
    [5, 6, 7, 8, 9].map((column): [number, number] => [row, column]),
  );
  const isRim = ([row, column]: [number, number]) =>
    [5, 9].includes(row) || [5, 9].includes(column);
  await writePatchFiles(files, patchesOf(ring.filter(isRim)), { grid, layout });
  const [patch] = await readPatches(createReadStream(files.patches), { offset: 0, limit: 1 });
  // From PROJ (rasterio 1.3.5, EPSG:32613 to EPSG:4326): 500075 4399945.
  expect(patch!.properties.longitude).toBeCloseTo(-104.9991246, 6);
  expect(patch!.properties.latitude).toBeCloseTo(39.749412, 6);
});

test('a patch across the antimeridian is given as its parts on both sides', async () => {
  const files = resultFiles(folder);
  const across = { ...grid, affine: [10, 0, -1_770_200, 0, -10, 516_600] as const, epsg: 3338 };
  const isChanged = new Uint8Array(width * width);
  isChanged.fill(1, 0, width);
  const measured = measurePatches(
    isChanged,
    { kinds: isChanged.map((changed) => changed * changeKindCode.burn) },
    { grid: across, layout },
  );
  await writePatchFiles(files, measured, { grid: across, layout });
  const [patch] = await readPatches(createReadStream(files.patches), { offset: 0, limit: 1 });
  const { geometry, bbox } = patch!;
  // The corners of its one row by PROJ 9.1 (Alaska Albers to longitude and latitude, both on GRS80).
  const corners = [179.995998, 51.498867, -179.996006, 51.501021];
  for (const [index, corner] of corners.entries()) expect(bbox[index]).toBeCloseTo(corner, 5);
  const parts = geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  expect(parts).toHaveLength(2);
  const sides = parts.map((rings) => rings.flat().map(([longitude]) => Math.sign(longitude!)));
  expect(sides.map((signs) => [...new Set(signs)])).toEqual([[1], [-1]]);
});

test('a page of patches begins and ends where it is asked to', async () => {
  const files = resultFiles(folder);
  await writePatchFiles(files, patches, { grid, layout });
  const page = (offset: number, limit: number) =>
    readPatches(createReadStream(files.patches), { offset, limit }).then((found) =>
      found.map(({ id }) => id),
    );
  expect(await page(0, 2)).toEqual([1, 2]);
  expect(await page(2, 2)).toEqual([3]);
  expect(await page(9, 2)).toEqual([]);
  await expect(page(0, 0)).resolves.toEqual([]);
});

test('of very many patches the largest are written', async () => {
  const files = resultFiles(folder);
  expect(
    await writePatchFiles(files, patches, { grid, layout }, { maxPatches: 2, maxCorners: 99 }),
  ).toBe(2);
  expect(
    await writePatchFiles(files, patches, { grid, layout }, { maxPatches: 9, maxCorners: 6 }),
  ).toBe(2);
});

test('no patch at all is an empty collection', async () => {
  const files = resultFiles(folder);
  expect(await writePatchFiles(files, patchesOf([]), { grid, layout })).toBe(0);
  expect(JSON.parse(await readFile(files.patches, 'utf8'))).toEqual({
    type: 'FeatureCollection',
    features: [],
  });
  expect(await readPatches(createReadStream(files.patches), { offset: 0, limit: 5 })).toEqual([]);
});
