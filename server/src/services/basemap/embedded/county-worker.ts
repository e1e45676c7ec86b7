import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { areasOf, covers, readAtlas } from './atlas.ts';
import { countyName, stateCodes } from './counties.ts';

/** This thread runs `countyAt`. It answers one question. */

export type CountyQuestion = readonly [longitude: number, latitude: number];

function answer([longitude, latitude]: CountyQuestion): string | undefined {
  const counties = areasOf(readAtlas('counties'), 'counties');
  for (const { id, properties, geometry } of counties) {
    if (!covers(geometry, [longitude, latitude])) continue;
    const fips = String(id);
    const state = stateCodes.find((each) => each.fips === fips.slice(0, 2));
    if (!state) return undefined;
    return `${countyName(properties.name ?? '', fips, state.code)}, ${state.name}`;
  }
  return undefined;
}

serveTasks<CountyQuestion, string | undefined>(answer);
