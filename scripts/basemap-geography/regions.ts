import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { ListedPlace } from '../../server/src/services/basemap/embedded/assets.ts';
import {
  areasOf,
  labelPoint,
  readAtlas,
  readCities,
} from '../../server/src/services/basemap/embedded/atlas.ts';
import { countyName, stateCodes } from './states.ts';

/** A place with what it is ranked by: a town's population, and what seems as well known. */
export type Ranked = ListedPlace & { readonly weight: number };

export function regionsOf(): Ranked[] {
  return [...states(), ...towns(), ...counties()];
}

const byFips = new Map(stateCodes.map((state) => [state.fips, state]));

function states(): Ranked[] {
  return areas('states').map(({ fips, ...place }) => ({
    ...place,
    kind: 'state',
    fips,
    border: `state-${fips}`,
    alias: byFips.get(fips)?.code,
    weight: Number.POSITIVE_INFINITY,
  }));
}

function towns(): Ranked[] {
  const names = new Map(stateCodes.map(({ code, name }) => [code, name]));
  return readCities()
    .filter(
      ({ country, featureCode, adminCode }) =>
        country === 'US' &&
        !['PPLX', 'PPLQ', 'PPLW', 'PPLH'].includes(featureCode) &&
        names.has(adminCode),
    )
    .map(({ name, adminCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const region = names.get(adminCode);
      return { kind: 'town', name, region, longitude, latitude, population, weight: population };
    });
}

function counties(): Ranked[] {
  return areas('counties').flatMap(({ name, fips, ...place }) => {
    const state = byFips.get(fips.slice(0, 2));
    if (state === undefined) return [];
    const named = { name: countyName(name, fips, state.code), alias: name, region: state.name };
    return [{ ...place, ...named, kind: 'county', fips, border: `county-${fips}`, weight: 0 }];
  });
}

function areas(kind: 'states' | 'counties') {
  return areasOf(readAtlas('counties'), kind).map(({ id, properties, geometry }) => {
    const [longitude, latitude] = labelPoint(geometry);
    const bounds = areaBounds(geometry);
    return { name: properties.name ?? '', fips: String(id), longitude, latitude, bounds };
  });
}
