import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArea, writeArea } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import { speciesRangeSchema } from '@refugia/contract/species.ts';
import { subtract } from '@refugia/engine/geo/clip.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { rangeOf } from './county-range.ts';
import { embeddedSpecies } from './species-list.ts';

const shared = process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const samples = join(shared, 'data/species/geo/sample_ranges_county.geojson');

function rangeArea(speciesId: number): MultiPolygon {
  const range = rangeOf(embeddedSpecies().byId(speciesId)!);
  return {
    type: 'MultiPolygon',
    coordinates: range.geometries.flat().map((polygon) => polygon.coordinates),
  };
}

test('a range of one county is that county', () => {
  const range = rangeOf(embeddedSpecies().byName('Rhadine exilis')[0]);
  expect(range).toMatchObject({
    speciesID: 6942,
    common_name: '[no common name] Beetle',
    scientific_name: 'Rhadine exilis',
    approximate: true,
    note: 'Counties where the species is known or believed to occur.',
    county_count: 1,
  });
  expect(range.geometries).toHaveLength(1);
  // Bexar County, Texas: 3,256 km² (U.S. Census Bureau, Gazetteer, land and water).
  expect(areaSquareMeters(rangeArea(6942)) / 3.256e9).toBeCloseTo(1, 2);
});

test('boundaries between counties are dissolved', () => {
  // These species live along the upper Mississippi and its tributaries, where most counties touch
  // each other.
  const inland = rangeOf(embeddedSpecies().byName('Higgins eye (pearlymussel)')[0]);
  expect(inland.county_count).toBe(46);
  expect(inland.geometries[0].length).toBeLessThan(15);
});

test('every range is an area that a run takes, in shape and in size', () => {
  for (const species of embeddedSpecies().all) {
    const range = speciesRangeSchema.parse(rangeOf(species));
    const coordinates = range.geometries.flat().map((polygon) => polygon.coordinates);
    const area = writeArea({ type: 'MultiPolygon', coordinates });
    expect(area.length).toBeLessThan(limits.habitatPatrol.maxCoordsCharacters);
    expect(() => parseArea(area)).not.toThrow();
  }
});

describe.skipIf(!existsSync(samples))(
  'against unions made by GDAL (../shared/data/species)',
  () => {
    const { features } = existsSync(samples)
      ? (JSON.parse(readFileSync(samples, 'utf8')) as FeatureCollection<MultiPolygon>)
      : { features: [] };

    test.each(
      features.map((feature) => [feature.properties?.commonName as string, feature] as const),
    )('%s', (_name, feature) => {
      const range = rangeArea(Number(feature.id));
      const expected = areaSquareMeters(feature.geometry);
      expect(areaSquareMeters(range) / expected).toBeCloseTo(1, 3);
      const [ours, theirs] = [range.coordinates, feature.geometry.coordinates];
      const difference = [...subtract(ours, theirs), ...subtract(theirs, ours)];
      // The samples are rounded to four decimals, about 5 m to either side of each boundary.
      const off = areaSquareMeters({ type: 'MultiPolygon', coordinates: difference });
      expect(off / expected).toBeLessThan(0.002);
    });
  },
);
