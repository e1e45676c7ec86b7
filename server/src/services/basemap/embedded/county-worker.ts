import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areasOf, readAtlas } from './atlas.ts';
import { countyName, stateCodes } from './counties.ts';

/** This thread runs `countyAt`. It answers one question. */

export type CountyQuestion = readonly [longitude: number, latitude: number];

function answer([longitude, latitude]: CountyQuestion): string | undefined {
  const counties = areasOf(readAtlas('counties'), 'counties');
  for (const { id, properties, geometry } of counties) {
    if (!covers(geometry, longitude, latitude)) continue;
    const fips = String(id);
    const state = stateCodes.find((each) => each.fips === fips.slice(0, 2));
    if (!state) return undefined;
    return `${countyName(properties.name ?? '', fips, state.code)}, ${state.name}`;
  }
  return undefined;
}

function covers({ type, coordinates }: Polygon | MultiPolygon, x: number, y: number): boolean {
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

serveTasks<CountyQuestion, string | undefined>(answer);
