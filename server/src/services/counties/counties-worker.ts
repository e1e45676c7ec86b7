import { areaOfPolygons, areaPolygons, boundsOf } from '@refugia/engine/geo/bounds.ts';
import { intersect } from '@refugia/engine/geo/clip.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areasOf, readAtlas } from '../basemap/embedded/atlas.ts';

/** Counties that touch any of these polygons (longitude, latitude), each an outer ring. */
export interface CountiesTask {
  readonly areas: readonly (readonly Position[])[];
  /** Whether names alone are wanted, without the counties that the areas' edges only graze. */
  readonly isList?: boolean;
}

serveTasks<CountiesTask, Uint8Array>(({ areas, isList }) => {
  const atlas = readAtlas('counties');
  const states = new Map(
    areasOf(atlas, 'states').map(({ id, properties }) => [String(id), properties.name]),
  );
  const rows = areasOf(atlas, 'counties').flatMap(({ geometry, properties, id }) => {
    const isFound = isList
      ? liesIn(geometry, areas)
      : areas.some((area) => touches(geometry, area));
    if (!isFound) return [];
    const state = states.get(String(id).slice(0, 2)) ?? null;
    const name = state === null ? properties.name : `${properties.name}, ${state}`;
    const county = { name, county: properties.name, state, fips: String(id) };
    return [isList ? county : { geometry, properties: county }];
  });
  return Buffer.from(JSON.stringify(rows));
});

function touches(county: Polygon | MultiPolygon, area: readonly Position[]): boolean {
  return areaPolygons(county).some(
    (polygon) => meet(polygon[0] ?? [], area) && intersect([polygon], [[area]]).length > 0,
  );
}

/** Of rounded edges that run along a county's border, less lies inside of it, or else less of it. */
const grazed = { squareMeters: 5_000_000, share: 0.01 };

/** Whether the areas hold more of a county than edges that graze it. */
function liesIn(county: Polygon | MultiPolygon, areas: CountiesTask['areas']): boolean {
  const polygons = areaPolygons(county);
  const near = areas.filter((area) => polygons.some(([outer = []]) => meet(outer, area)));
  const inside = intersect(
    polygons,
    near.map((area) => [area]),
  );
  if (inside.length === 0) return false;
  const least = Math.min(grazed.squareMeters, grazed.share * areaSquareMeters(county));
  return areaSquareMeters(areaOfPolygons(inside)) >= least;
}

function meet(one: readonly Position[], other: readonly Position[]): boolean {
  const [west, south, east, north] = boundsOf(one);
  const theirs = boundsOf(other);
  return west <= theirs[2] && theirs[0] <= east && south <= theirs[3] && theirs[1] <= north;
}
