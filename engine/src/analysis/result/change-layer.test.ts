import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { fromArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import { changeKindCode } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { groundAreas } from '../../raster/ground-area.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { changePalette, paletteKinds, paletteSeverities } from '../../render/change-palette.ts';
import { openTiff, readWindow } from '../../tiff/index.ts';
import { hexOfColour } from '../../valuation/index.ts';
import { measureChange } from '../measure/statistics.ts';
import type { AnalysisFiles } from '../types.ts';
import { buildChangeLayer, patchIds } from './change-layer.ts';
import { resultFiles, writeChange, writePatchIds } from './result-files.ts';

const width = 600;
const inside = Uint8Array.from({ length: width * width }, (_, index) =>
  Math.hypot((index % width) - 300, Math.floor(index / width) - 300) < 290 ? 1 : 0,
);
const workArea: WorkArea = {
  grid: { width, height: width, affine: [10, 0, 499_500, 0, -10, 4_400_000], epsg: 32_613 },
  layout: rectangleLayout({ width, height: width }),
  mask: inside,
  pixelCount: inside.reduce((sum, value) => sum + value, 0),
  pixelSizeMeters: 10,
};

/** Blots of change of every kind, some touching, some mixed, some beside the area; and a cloud. */
function blots(): { mask: Uint8Array; kinds: Uint8Array } {
  const mask = new Uint8Array(width * width);
  const kinds = new Uint8Array(width * width);
  const codes = Object.values(changeKindCode);
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let blot = 0; blot < 150; blot++) {
    const [column, row] = [Math.floor(random() * width), Math.floor(random() * width)];
    const radius = 1 + random() * 12;
    const own = codes[blot % codes.length];
    for (let index = 0; index < mask.length; index++) {
      const distance = Math.hypot((index % width) - column, Math.floor(index / width) - row);
      if (distance > radius) continue;
      mask[index] = 1;
      kinds[index] = random() < 0.8 ? own : codes[Math.floor(random() * codes.length)];
    }
  }
  for (let row = 100; row < 160; row++) mask.fill(255, row * width + 200, row * width + 330);
  return { mask, kinds };
}

const { mask, kinds } = blots();
const { statistics, patches } = measureChange({ mask, kinds }, workArea);

let folder: string;
let files: AnalysisFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-change-layer-'));
  files = resultFiles(folder);
  await writeChange(
    files,
    { layer: buildChangeLayer({ mask }, patches, workArea), legend: 'kinds' },
    workArea,
  );
  await writePatchIds(files, patches, workArea);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The layer as geotiff, another reader, gives it. */
async function readLayer(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const [layer] = (await image.readRasters()) as unknown as [Uint8Array];
  return layer;
}

test('hectares of each kind in the file are those of the statistics', async () => {
  const layer = await readLayer(files.change);
  const ground = groundAreas(workArea.grid);
  expect(statistics.kinds.map(({ kind }) => kind).sort()).toEqual([...paletteKinds].sort());
  for (const { kind, hectares } of statistics.kinds) {
    const inFile = ground.hectaresOf(layer, changePalette[kind].code);
    expect(inFile).toBeCloseTo(hectares, 6);
  }
  const unobserved = ground.hectaresOf(layer, changePalette.unobserved.code);
  expect(unobserved).toBeCloseTo(statistics.areaHectares - statistics.clearHectares, 6);
  const outside = layer.filter((code) => code === changePalette.outside.code).length;
  expect(outside).toBe(width * width - workArea.pixelCount);
  expect(layer).not.toContain(changePalette.changed.code);
});

test('each pixel has the kind of its patch, and the patch its number', async () => {
  const layer = await readLayer(files.change);
  const { image } = await openTiff(memorySource(await readFile(files.patchIds)));
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height: width });
  const [ids] = bands as [Uint32Array];
  expect(ids).toBeInstanceOf(Uint32Array);
  for (const { id, kind, pixels } of patches) {
    for (const pixel of pixels) {
      expect([layer[pixel], ids[pixel]]).toEqual([changePalette[kind].code, id]);
    }
  }
  expect(ids.filter((id) => id > 0).length).toBe(
    patches.reduce((sum, { pixels }) => sum + pixels.length, 0),
  );
});

test('an area that is kept as runs has what its rectangle holds there', () => {
  const layer = buildChangeLayer({ mask }, patches, workArea);
  const ids = patchIds(patches, width * width);
  const runs = {
    ...workArea,
    layout: layoutOfKept(inside, width),
    mask: new Uint8Array(workArea.pixelCount).fill(1),
  };
  const kept = keptOf(mask, inside);
  const measured = measureChange({ mask: kept, kinds: keptOf(kinds, inside) }, runs);
  expect(
    Buffer.compare(buildChangeLayer({ mask: kept }, measured.patches, runs), keptOf(layer, inside)),
  ).toBe(0);
  const expected = keptOf(ids, inside);
  const found = patchIds(measured.patches, runs.layout.pixelCount);
  expect(found).toHaveLength(expected.length);
  expect(found.every((id, pixel) => id === expected[pixel])).toBe(true);
});

test('by severity, each pixel has its own class, and the file names these classes alone', async () => {
  const severities = mask.map((code, index) => (code === 1 ? 1 + (index % 4) : 0));
  const found = { mask, kinds, severities };
  const measured = measureChange(found, workArea);
  const bySeverity = resultFiles(join(folder, 'severity'));
  await mkdir(join(folder, 'severity'));
  const layer = buildChangeLayer(found, measured.patches, workArea);
  await writeChange(bySeverity, { layer, legend: 'severities' }, workArea);
  const written = await readLayer(bySeverity.change);
  const ground = groundAreas(workArea.grid);
  for (const { severity, hectares } of measured.statistics.severities!) {
    const inFile = ground.hectaresOf(written, changePalette[severity].code);
    expect(inFile).toBeCloseTo(hectares, 6);
  }
  expect(measured.statistics.severities).toHaveLength(paletteSeverities.length);
  const auxXml = await readFile(bySeverity.changeAux, 'utf8');
  expect(auxXml).toContain('<F>11</F><F>High severity</F><F>152</F><F>0</F><F>109</F>');
  const archive = unzipSync(await readFile(bySeverity.changeZip));
  const labels = Buffer.from(archive['change.qml'])
    .toString()
    .match(/label="[^"]*"/g);
  expect(labels).toEqual([
    'label="Unchanged"',
    'label="Moderate-low severity"',
    'label="Moderate-high severity"',
    'label="High severity"',
    'label="Enhanced regrowth"',
    'label="Not observed"',
  ]);
});

describe('what a GIS sees', () => {
  test('a nodata value, and the colours of the classes', async () => {
    const bytes = await readFile(files.change);
    const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
    const image = await tiff.getImage();
    expect(image.getGDALNoData()).toBe(254);
    const colours = Array.from(
      (await image.fileDirectory.loadValue('ColorMap')) as ArrayLike<number>,
    );
    for (const { code, colour } of Object.values(changePalette)) {
      expect([0, 256, 512].map((start) => colours[start + code] / 257)).toEqual([...colour]);
    }
    const metadata = await image.getGDALMetadata(0);
    expect(metadata).toMatchObject({ CLASS_2: 'Vegetation lost', CLASS_255: 'Not observed' });
  });

  test('names beside the file, and an archive with both and a style', async () => {
    const auxXml = await readFile(files.changeAux, 'utf8');
    expect(auxXml).toContain('<Category>Unchanged</Category>\n      <Category>Changed</Category>');
    expect(auxXml).toContain('<F>255</F><F>Not observed</F><F>150</F><F>156</F><F>162</F>');
    const archive = unzipSync(await readFile(files.changeZip));
    expect(Object.keys(archive)).toEqual(['change.tif', 'change.tif.aux.xml', 'change.qml']);
    expect(Buffer.compare(archive['change.tif'], await readFile(files.change))).toBe(0);
    const style = Buffer.from(archive['change.qml']).toString();
    for (const kind of paletteKinds) {
      const { code, name, colour } = changePalette[kind];
      expect(style).toContain(
        `value="${code}" color="${hexOfColour(colour)}" alpha="255" label="${name}"`,
      );
    }
  });
});
