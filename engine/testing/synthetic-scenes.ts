import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import { pixelToCrs } from '../src/raster/affine.ts';
import { coordinateTransform } from '../src/raster/crs.ts';
import type { Grid, Window } from '../src/raster/grid.ts';
import type { BandName } from '../src/source/scene.ts';
import { memorySink, writeCog } from '../src/tiff/index.ts';

/** How one scene of the small test world is made. */
export interface SyntheticScene {
  readonly id: string;
  /** ISO 8601, UTC. From `changeTime` on the change has happened. */
  readonly datetime: string;
  /** Covered by cloud, in pixels of the 10 m grid; multiples of 2. */
  readonly cloud?: Window;
  readonly snow?: Window;
  /** Not seen by the satellite. */
  readonly unseen?: Window;
  /** The files' numbers hold 1,000 more, as from processing baseline 04.00 on. */
  readonly numbersHoldOffset?: boolean;
  /** What the catalogue entry says of that. */
  readonly statedOffset?: number;
  readonly offsetApplied?: boolean;
  readonly withoutSwir?: boolean;
  readonly collection?: string;
}

export interface SyntheticWorld {
  /** Inside of the scenes, 10 pixels from their edges. */
  readonly area: Polygon;
  readonly beforeDate: string;
  readonly afterDate: string;
  /** Forest before, bare ground after. */
  readonly changed: Window;
  /** The 10 m bands' grid. */
  readonly grid: Grid;
}

const size = 300;
const epsg = 32613;
const origin: readonly [x: number, y: number] = [500_040, 4_400_040];
const changeTime = '2022-06-01';

export const syntheticWorld: SyntheticWorld = {
  area: areaInside(10),
  beforeDate: '2021-07-15',
  afterDate: '2023-07-15',
  changed: { column: 120, row: 100, width: 50, height: 40 },
  grid: { width: size, height: size, affine: [10, 0, origin[0], 0, -10, origin[1]], epsg },
};

/** Three scenes for each date; the nearest of each has a cloud over part of the area. */
export const syntheticScenes: readonly SyntheticScene[] = [
  { id: 'before-cloudy', datetime: '2021-07-14T17:50:00Z', cloud: square(40, 40, 60) },
  { id: 'before-clear', datetime: '2021-07-24T17:50:00Z' },
  { id: 'before-far', datetime: '2021-08-20T17:50:00Z' },
  { id: 'after-cloudy', datetime: '2023-07-16T17:50:00Z', cloud: square(180, 200, 40) },
  { id: 'after-clear', datetime: '2023-07-06T17:50:00Z' },
  { id: 'after-far', datetime: '2023-08-25T17:50:00Z' },
];

/** Reflectance of each kind of ground, in the engine's order of bands. */
const ground: Record<'forest' | 'crop' | 'bare' | 'water', Record<BandName, number>> = {
  forest: { blue: 0.025, green: 0.045, red: 0.03, nir: 0.32, swir1: 0.14, swir2: 0.07 },
  crop: { blue: 0.04, green: 0.08, red: 0.06, nir: 0.4, swir1: 0.2, swir2: 0.11 },
  bare: { blue: 0.1, green: 0.14, red: 0.19, nir: 0.26, swir1: 0.34, swir2: 0.28 },
  water: { blue: 0.05, green: 0.04, red: 0.025, nir: 0.015, swir1: 0.01, swir2: 0.01 },
};
const cloudReflectance = 0.6;
const snowReflectance = 0.8;

/** Files of a scene: 10 m, and 20 m for short-wave infrared and the classification. */
const files: readonly { name: BandName; key: string; file: string; step: 1 | 2 }[] = [
  { name: 'blue', key: 'blue', file: 'B02.tif', step: 1 },
  { name: 'green', key: 'green', file: 'B03.tif', step: 1 },
  { name: 'red', key: 'red', file: 'B04.tif', step: 1 },
  { name: 'nir', key: 'nir', file: 'B08.tif', step: 1 },
  { name: 'swir1', key: 'swir16', file: 'B11.tif', step: 2 },
  { name: 'swir2', key: 'swir22', file: 'B12.tif', step: 2 },
];

/**
 * Writes scenes of a small made-up world as STAC items (in Earth Search's shape) and COGs, each in
 * its own folder, for tests that must know what is true.
 */
export async function writeSyntheticScenes(
  folder: string,
  scenes: readonly SyntheticScene[] = syntheticScenes,
): Promise<void> {
  for (const scene of scenes) {
    const sceneFolder = join(folder, scene.id);
    await mkdir(sceneFolder, { recursive: true });
    for (const { name, file, step } of files) {
      if (scene.withoutSwir && step === 2) continue;
      await writeBand(join(sceneFolder, file), step, 'uint16', (column, row) =>
        numberAt(scene, name, column, row),
      );
    }
    await writeBand(join(sceneFolder, 'SCL.tif'), 2, 'uint8', (column, row) =>
      classAt(scene, column, row),
    );
    await writeFile(join(sceneFolder, `${scene.id}.json`), JSON.stringify(itemOf(scene), null, 2));
  }
}

/** True reflectance of a pixel of the 10 m grid in a scene, clouds and snow included. */
export function reflectanceAt(
  scene: SyntheticScene,
  name: BandName,
  column: number,
  row: number,
): number {
  if (isIn(scene.cloud, column, row)) return cloudReflectance;
  if (isIn(scene.snow, column, row)) return snowReflectance;
  const kind = groundAt(column, row, scene.datetime >= changeTime);
  const texture = 1 + 0.06 * (hash(column, row, name.length) - 0.5);
  const noise = 0.003 * (hash(column, row, seedOf(scene.id, name)) - 0.5);
  return ground[kind][name] * texture + noise;
}

function groundAt(column: number, row: number, isAfter: boolean): keyof typeof ground {
  if (isIn(syntheticWorld.changed, column, row)) return isAfter ? 'bare' : 'forest';
  if (column >= 250 && column < 270) return 'water';
  const field = hash(Math.floor(column / 30), Math.floor(row / 30), 7);
  if (field < 0.5) return 'forest';
  return field < 0.8 ? 'crop' : 'bare';
}

function classAt(scene: SyntheticScene, column: number, row: number): number {
  if (isIn(scene.unseen, column, row)) return 0;
  if (isIn(scene.cloud, column, row)) return 9;
  if (isIn(scene.snow, column, row)) return 11;
  const kind = groundAt(column, row, scene.datetime >= changeTime);
  if (kind === 'water') return 6;
  return kind === 'bare' ? 5 : 4;
}

function numberAt(scene: SyntheticScene, name: BandName, column: number, row: number): number {
  if (isIn(scene.unseen, column, row)) return 0;
  const offset = scene.numbersHoldOffset ? 1000 : 0;
  const reflectance = reflectanceAt(scene, name, column, row);
  return Math.max(1, Math.round(reflectance * 10_000) + offset);
}

async function writeBand(
  path: string,
  step: 1 | 2,
  sampleType: 'uint8' | 'uint16',
  valueAt: (column: number, row: number) => number,
): Promise<void> {
  const side = size / step;
  const samples =
    sampleType === 'uint8' ? new Uint8Array(side * side) : new Uint16Array(side * side);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = valueAt((index % side) * step, Math.floor(index / side) * step);
  }
  const image = {
    width: side,
    height: side,
    sampleType,
    affine: [10 * step, 0, origin[0], 0, -10 * step, origin[1]] as const,
    epsg,
    nodata: 0,
    samples: [samples],
  };
  const overviews = sampleType === 'uint8' ? 'nearest' : 'average';
  const sink = memorySink();
  await writeCog(image, sink, { tileSize: 128, overviews });
  await writeFile(path, sink.bytes());
}

function itemOf(scene: SyntheticScene): unknown {
  const footprint = areaInside(0);
  const xs = footprint.coordinates[0]!.map(([x]) => x!);
  const ys = footprint.coordinates[0]!.map(([, y]) => y!);
  const raster = { nodata: 0, scale: 0.0001, offset: scene.statedOffset ?? 0 };
  const bands = files.map(({ key, file }) => [
    key,
    { href: file, type: 'image/tiff; application=geotiff', 'raster:bands': [raster] },
  ]);
  const scl = { href: 'SCL.tif', type: 'image/tiff', 'raster:bands': [{ nodata: 0 }] };
  const cloudPixels = (scene.cloud?.width ?? 0) * (scene.cloud?.height ?? 0);
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id: scene.id,
    collection: scene.collection ?? 'sentinel-2-l2a',
    geometry: footprint,
    bbox: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    properties: {
      datetime: scene.datetime,
      'eo:cloud_cover': (100 * cloudPixels) / (size * size),
      'proj:epsg': epsg,
      'grid:code': 'MGRS-13SEE',
      ...(scene.offsetApplied !== undefined && {
        'earthsearch:boa_offset_applied': scene.offsetApplied,
      }),
    },
    assets: Object.fromEntries([...bands, ['scl', scl]]),
    links: [],
  };
}

/** The outline of the world's pixels that are `margin` pixels from the edges. */
function areaInside(margin: number): Polygon {
  const toLonLat = coordinateTransform(epsg, 4326);
  const corner = (column: number, row: number): [number, number] =>
    toLonLat(...pixelToCrs([10, 0, origin[0], 0, -10, origin[1]], column, row));
  const end = size - margin;
  const ring = [corner(margin, end), corner(end, end), corner(end, margin), corner(margin, margin)];
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

function square(column: number, row: number, side: number): Window {
  return { column, row, width: side, height: side };
}

function isIn(window: Window | undefined, column: number, row: number): boolean {
  return (
    window !== undefined &&
    column >= window.column &&
    row >= window.row &&
    column < window.column + window.width &&
    row < window.row + window.height
  );
}

/** A number from 0 to 1 that depends on its arguments only (a multiply-xorshift hash). */
function hash(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 0x9e37, 0x85ebca6b) ^ Math.imul(y + 0x79b9, 0xc2b2ae35) ^ seed;
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}

const seeds = new Map<string, Map<BandName, number>>();

/** A number for a scene's band, worked out once. */
function seedOf(id: string, name: BandName): number {
  const ofScene = seeds.get(id) ?? new Map<BandName, number>();
  seeds.set(id, ofScene);
  let seed = ofScene.get(name);
  if (seed === undefined) {
    const letters = [...`${id} ${name}`];
    seed = letters.reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0);
    ofScene.set(name, seed);
  }
  return seed;
}
