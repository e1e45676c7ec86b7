import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import { coordinateTransform } from '../src/crs/transform.ts';
import type { Grid, Window } from '../src/raster/grid.ts';
import type { BandName } from '../src/source/scene.ts';
import { writeCog } from '../src/tiff/index.ts';
import { memorySink } from './memory-file.ts';
import {
  changedGround,
  type GroundKind,
  groundAt,
  groundReflectance,
  hash,
  isIn,
  positionsOf,
  type SyntheticPlace,
  type SyntheticTile,
} from './synthetic-ground.ts';

/** How one scene of the small test world is made. Windows are in pixels of the world. */
export interface SyntheticScene {
  readonly id: string;
  /** ISO 8601, UTC. From `changeTime` on the change has happened. */
  readonly datetime: string;
  /** Covered by cloud; multiples of 2. */
  readonly cloud?: Window;
  readonly snow?: Window;
  /** Snow that the scene classification takes for the ground beneath it. */
  readonly missedSnow?: Window;
  /** The part that the satellite has not seen. */
  readonly unseen?: Window;
  /** Whether the change has not happened, whatever the date. */
  readonly isBeforeChange?: boolean;
  /** If given, all ground is of this kind. */
  readonly allGround?: GroundKind;
  /** Whether the files' numbers are larger by 1,000, as from processing baseline 04.00 on. */
  readonly numbersHoldOffset?: boolean;
  /** The offset that the catalogue entry states. */
  readonly statedOffset?: number;
  readonly offsetApplied?: boolean;
  /** Whether the catalogue entry says nothing about offsets, neither by a flag nor in its bands. */
  readonly isSilentOnOffset?: boolean;
  readonly processing?: { readonly baseline: string; readonly time: string };
  readonly withoutSwir?: boolean;
  readonly withoutClassification?: boolean;
  readonly collection?: string;
  /** Where its files lie, and the world under them: those of `syntheticWorld` when left out. */
  readonly tile?: SyntheticTile;
  readonly place?: SyntheticPlace;
}

export interface SyntheticWorld {
  /** Inside of the scenes, 10 pixels from their edges. */
  readonly area: Polygon;
  readonly startDate: string;
  readonly endDate: string;
  /** Forest before, bare ground after. */
  readonly changed: Window;
  /** The 10 m bands' grid. */
  readonly grid: Grid;
}

const size = 300;
export const syntheticPlace: SyntheticPlace = { epsg: 32613, origin: [500_040, 4_400_040] };
export const syntheticTile: SyntheticTile = { ...syntheticPlace, name: '13SEE', side: size };
const changeTime = '2022-06-01';

export const syntheticWorld: SyntheticWorld = {
  area: outlineOf({ column: 10, row: 10, width: size - 20, height: size - 20 }),
  startDate: '2021-07-15',
  endDate: '2023-07-15',
  changed: changedGround,
  grid: {
    width: size,
    height: size,
    affine: [10, 0, syntheticPlace.origin[0], 0, -10, syntheticPlace.origin[1]],
    epsg: syntheticPlace.epsg,
  },
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

const cloudReflectance = 0.6;
/** Snow is bright except in shortwave infrared. */
const snowReflectance: Record<BandName, number> = {
  blue: 0.8,
  green: 0.8,
  red: 0.8,
  nir: 0.8,
  swir1: 0.1,
  swir2: 0.08,
};

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
    const text = JSON.stringify(scene);
    const drawing = drawn.get(text) ?? drawScene(scene);
    drawn.set(text, drawing);
    for (const [file, bytes] of await drawing) await writeFile(join(sceneFolder, file), bytes);
    await writeFile(join(sceneFolder, `${scene.id}.json`), JSON.stringify(itemOf(scene), null, 2));
  }
}

/** The scenes that this process has drawn. Most tests use the same ones, and one takes long to draw. */
const drawn = new Map<string, Promise<SceneFiles>>();

/** The bytes of a scene's rasters by their names. */
type SceneFiles = ReadonlyMap<string, Uint8Array>;

async function drawScene(scene: SyntheticScene): Promise<SceneFiles> {
  const { tile = syntheticTile, place = syntheticPlace } = scene;
  const positions = { 1: positionsOf(tile, place, 1), 2: positionsOf(tile, place, 2) };
  const drawnFiles = new Map<string, Uint8Array>();
  const draw = async (
    file: string,
    step: 1 | 2,
    samples: Uint8Array | Uint16Array,
    valueAt: (column: number, row: number) => number,
  ): Promise<void> => {
    const { columns, rows } = positions[step];
    for (let index = 0; index < samples.length; index++) {
      samples[index] = valueAt(columns[index], rows[index]);
    }
    drawnFiles.set(file, await bandBytes(tile, step, samples));
  };
  for (const { name, file, step } of files) {
    if (scene.withoutSwir && step === 2) continue;
    const samples = new Uint16Array((tile.side / step) ** 2);
    await draw(file, step, samples, (column, row) => numberAt(scene, name, column, row));
  }
  const classes = new Uint8Array((tile.side / 2) ** 2);
  await draw('SCL.tif', 2, classes, (column, row) => classAt(scene, column, row));
  return drawnFiles;
}

/** True reflectance of a pixel of the world in a scene, clouds and snow included. */
export function reflectanceAt(
  scene: SyntheticScene,
  name: BandName,
  column: number,
  row: number,
): number {
  if (isIn(scene.cloud, column, row)) return cloudReflectance;
  const noise = 0.003 * (hash(column, row, seedOf(scene.id, name)) - 0.5);
  const isSnow = isIn(scene.snow, column, row) || isIn(scene.missedSnow, column, row);
  if (isSnow) return snowReflectance[name] + noise;
  return groundReflectance(kindAt(scene, column, row), name, column, row) + noise;
}

function kindAt(scene: SyntheticScene, column: number, row: number): GroundKind {
  const { allGround, isBeforeChange = scene.datetime < changeTime } = scene;
  return allGround ?? groundAt(column, row, !isBeforeChange);
}

function classAt(scene: SyntheticScene, column: number, row: number): number {
  if (isIn(scene.unseen, column, row)) return 0;
  if (isIn(scene.cloud, column, row)) return 9;
  if (isIn(scene.snow, column, row)) return 11;
  const kind = kindAt(scene, column, row);
  if (kind === 'water') return 6;
  return kind === 'bare' ? 5 : 4;
}

function numberAt(scene: SyntheticScene, name: BandName, column: number, row: number): number {
  if (isIn(scene.unseen, column, row)) return 0;
  const offset = scene.numbersHoldOffset ? 1000 : 0;
  const reflectance = reflectanceAt(scene, name, column, row);
  return Math.max(1, Math.round(reflectance * 10_000) + offset);
}

async function bandBytes(
  { side, origin, epsg }: SyntheticTile,
  step: 1 | 2,
  samples: Uint8Array | Uint16Array,
): Promise<Uint8Array> {
  const isClasses = samples instanceof Uint8Array;
  const image = {
    width: side / step,
    height: side / step,
    sampleType: isClasses ? ('uint8' as const) : ('uint16' as const),
    affine: [10 * step, 0, origin[0], 0, -10 * step, origin[1]] as const,
    epsg,
    nodata: 0,
    samples: [samples],
  };
  const sink = memorySink();
  await writeCog(image, sink, { tileSize: 128, overviews: isClasses ? 'nearest' : 'average' });
  return sink.bytes();
}

function itemOf(scene: SyntheticScene): unknown {
  const { tile = syntheticTile, processing } = scene;
  const footprint = outlineOf({ column: 0, row: 0, width: tile.side, height: tile.side }, tile);
  const offset = scene.isSilentOnOffset ? {} : { offset: scene.statedOffset ?? 0 };
  const raster = { nodata: 0, scale: 0.0001, ...offset };
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
    bbox: boundsOf(footprint),
    properties: {
      datetime: scene.datetime,
      'eo:cloud_cover': (100 * cloudPixels) / tile.side ** 2,
      'proj:epsg': tile.epsg,
      'grid:code': `MGRS-${tile.name}`,
      ...(scene.offsetApplied !== undefined && {
        'earthsearch:boa_offset_applied': scene.offsetApplied,
      }),
      ...(processing && {
        's2:processing_baseline': processing.baseline,
        's2:generation_time': processing.time,
      }),
    },
    assets: Object.fromEntries(scene.withoutClassification ? bands : [...bands, ['scl', scl]]),
    links: [],
  };
}

/**
 * The bounds of an outline. Across the antimeridian they span the whole globe, as in catalogues.
 */
function boundsOf({ coordinates }: Polygon): [number, number, number, number] {
  const xs = coordinates[0].map(([x]) => x!);
  const ys = coordinates[0].map(([, y]) => y!);
  const isCut = Math.max(...xs) - Math.min(...xs) > 180;
  const [west, east] = isCut ? [-180, 180] : [Math.min(...xs), Math.max(...xs)];
  return [west, Math.min(...ys), east, Math.max(...ys)];
}

/** The outline of a window of the world in longitude and latitude. */
export function outlineOf(
  { column, row, width, height }: Window,
  { epsg, origin }: SyntheticPlace = syntheticPlace,
): Polygon {
  const toLonLat = coordinateTransform(epsg, 4326);
  const corner = (x: number, y: number): [number, number] =>
    toLonLat(origin[0] + 10 * x, origin[1] - 10 * y);
  const [east, south] = [column + width, row + height];
  const ring = [corner(column, south), corner(east, south), corner(east, row), corner(column, row)];
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

function square(column: number, row: number, side: number): Window {
  return { column, row, width: side, height: side };
}

const seeds = new Map<string, Map<BandName, number>>();

/** A seed for the noise of a scene's band. */
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
