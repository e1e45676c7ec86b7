import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { intersect } from '@refugia/engine/geo/clip.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Counties that touch any of these polygons (longitude, latitude), each an outer ring. */
export interface CountiesTask {
  readonly areas: readonly (readonly Position[])[];
}

type Named = { readonly name: string };
type Counties = FeatureCollection<Polygon | MultiPolygon, Named>;
type Atlas = Topology<{ counties: GeometryCollection<Named>; states: GeometryCollection<Named> }>;

serveTasks<CountiesTask, Uint8Array>(({ areas }) => {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Atlas;
  const states = new Map(
    atlas.objects.states.geometries.map(({ id, properties }) => [
      String(id),
      (properties as Named | undefined)?.name,
    ]),
  );
  const counties = feature(atlas, atlas.objects.counties) as Counties;
  const rows = counties.features.flatMap(({ geometry, properties, id }) => {
    if (!areas.some((area) => touches(geometry, area))) return [];
    const state = states.get(String(id).slice(0, 2)) ?? null;
    const name = state === null ? properties.name : `${properties.name}, ${state}`;
    return [{ geometry, properties: { name, county: properties.name, state, fips: String(id) } }];
  });
  return Buffer.from(JSON.stringify(rows));
});

function touches(county: Polygon | MultiPolygon, area: readonly Position[]): boolean {
  const polygons = county.type === 'Polygon' ? [county.coordinates] : county.coordinates;
  return polygons.some(
    (polygon) => meet(polygon[0] ?? [], area) && intersect([polygon], [[area]]).length > 0,
  );
}

/** Whether the boxes around two rings overlap. */
function meet(one: readonly Position[], other: readonly Position[]): boolean {
  return [0, 1].every((axis) => {
    const [ours, theirs] = [one, other].map((ring) => ring.map((position) => position[axis] ?? 0));
    return (
      Math.max(Math.min(...ours!), Math.min(...theirs!)) <=
      Math.min(Math.max(...ours!), Math.max(...theirs!))
    );
  });
}
