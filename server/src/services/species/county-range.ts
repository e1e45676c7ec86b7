import { limits } from '@refugia/contract/limits.ts';
import type { SpeciesRange } from '@refugia/contract/species.ts';
import { roundPosition } from '@refugia/engine/geo/position.ts';
import { merge } from 'topojson-client';
import { type Atlas, readAtlas, topologyAreasOf } from '../basemap/embedded/atlas.ts';
import { rangeDate, type SpeciesFacts } from './species-list.ts';

const note = 'Counties where the species is known or believed to occur.';
const source = `U.S. Fish and Wildlife Service (ECOS), ranges by county of ${rangeDate}; boundaries: U.S. Census Bureau, 1:10 million`;

const { coordinateDecimals } = limits.habitatPatrol;

type County = ReturnType<typeof topologyAreasOf>[number];
interface Counties {
  readonly atlas: Atlas;
  readonly byCode: ReadonlyMap<string, County>;
}

let counties: Counties | undefined;

/**
 * The union of the counties of a species' range. Boundaries between its counties are dissolved, and
 * enclosed counties outside of the range stay holes. Nothing is simplified, because at the atlas'
 * scale any range is small enough to be a run's area.
 * @throws when the atlas has no such county
 */
export function rangeOf(species: SpeciesFacts): SpeciesRange {
  counties ??= readCounties();
  const { atlas, byCode } = counties;
  const members = species.counties.map((code) => {
    const county = byCode.get(code);
    if (county === undefined) throw new Error(`The atlas has no county "${code}".`);
    return county;
  });
  const parts = merge(atlas, members).coordinates.map((rings) => ({
    type: 'Polygon' as const,
    coordinates: rings.map((ring) =>
      ring.map((position) => roundPosition(position, coordinateDecimals)),
    ),
  }));
  return {
    geometries: [parts],
    speciesID: species.speciesID,
    common_name: species.common_name,
    scientific_name: species.scientific_name,
    approximate: true,
    note,
    source,
    county_count: species.counties.length,
  };
}

function readCounties(): Counties {
  const atlas = readAtlas('counties');
  const areas = topologyAreasOf(atlas, 'counties');
  return { atlas, byCode: new Map(areas.map((county) => [String(county.id), county])) };
}
