import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { areaOfPolygons, areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { intersect } from '@refugia/engine/geo/clip.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Counties that touch any of these polygons (longitude, latitude), each an outer ring. */
export interface CountiesTask {
  readonly areas: readonly (readonly Position[])[];
  /** Whether names alone are told, without the counties that the areas' edges only graze. */
  readonly isList?: boolean;
}

type Named = { readonly name: string };
type Counties = FeatureCollection<Polygon | MultiPolygon, Named>;
type Atlas = Topology<{ counties: GeometryCollection<Named>; states: GeometryCollection<Named> }>;

serveTasks<CountiesTask, Uint8Array>(({ areas, isList }) => {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const atlas: Atlas = JSON.parse(readFileSync(path, 'utf8'));
  const states = new Map(
    atlas.objects.states.geometries.map(({ id, properties }) => [
      String(id),
      (properties as Named | undefined)?.name,
    ]),
  );
  const counties = feature(atlas, atlas.objects.counties) as Counties;
  const rows = counties.features.flatMap(({ geometry, properties, id }) => {
    const isFound = isList
      ? liesIn(geometry, areas)
      : areas.some((area) => touches(geometry, area));
    if (!isFound) return [];
    const state = states.get(String(id).slice(0, 2)) ?? null;
    const name = state === null ? properties.name : `${properties.name}, ${state}`;
    const told = { name, county: properties.name, state, fips: String(id) };
    return [isList ? told : { geometry, properties: told }];
  });
  return Buffer.from(JSON.stringify(rows));
});

function touches(county: Polygon | MultiPolygon, area: readonly Position[]): boolean {
  const polygons = county.type === 'Polygon' ? [county.coordinates] : county.coordinates;
  return polygons.some(
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

/** Whether the boxes around two rings overlap. */
function meet(one: readonly Position[], other: readonly Position[]): boolean {
  return [0, 1].every((axis) => {
    const along = (ring: readonly Position[]) => ring.map((position) => position[axis] ?? 0);
    const [ours, theirs] = [along(one), along(other)];
    return (
      Math.max(Math.min(...ours), Math.min(...theirs)) <=
      Math.min(Math.max(...ours), Math.max(...theirs))
    );
  });
}
