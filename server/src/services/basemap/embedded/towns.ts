import { worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import type { Feature, Position } from 'geojson';
import { readCities } from './atlas.ts';

/** Towns with the zoom from which they are named. Small towns abroad are left out. */
export function towns(): Feature[] {
  const taken = new Set<string>();
  return (
    readCities()
      // PPLX is a section of a town, PPLQ and PPLW are abandoned or destroyed.
      .filter(
        ({ featureCode, cityId, population, country }) =>
          !['PPLX', 'PPLQ', 'PPLW'].includes(featureCode) &&
          !boroughs.has(cityId) &&
          population >= (smallestPopulation[country] ?? 100_000),
      )
      .sort((a, b) => b.population - a.population)
      .map(({ name, population, loc }) => ({
        type: 'Feature',
        geometry: loc,
        properties: {
          name,
          class: population >= 100_000 ? 'city' : population >= 5_000 ? 'town' : 'village',
          // From 1, a metropolis, to some 20, a village of a hundred people.
          rank: Math.max(1, Math.round(4 * (7 - Math.log10(population)))),
          min_zoom: Math.min(placeMinZoom(population), zoomOfLargest(loc.coordinates, taken)),
        },
      }))
  );
}

/**
 * The zoom from which a place is the largest in a field of 128 pixels, so that empty country has names, too.
 * @param taken the fields of larger places, to which those of this one are added
 */
function zoomOfLargest([longitude, latitude]: Position, taken: Set<string>): number {
  const [x, y] = worldPosition(longitude, latitude);
  let zoom = 10;
  for (let z = 9; z >= 3; z--) {
    const field = `${z}/${Math.floor(x * 2 ** (z + 2))}/${Math.floor(y * 2 ** (z + 2))}`;
    if (taken.has(field)) break;
    taken.add(field);
    zoom = z;
  }
  return zoom;
}

const smallestPopulation: Record<string, number> = { US: 100, CA: 500, MX: 1_000, PR: 5_000 };

/** The list has New York's boroughs beside the city. Their five labels would hide the city's name. */
const boroughs = new Set([5110302, 5133273, 5125771, 5110266, 5139568]);

/** The zoom from which a place is named, chosen so that a screen shows about as many names as fit. */
function placeMinZoom(population: number): number {
  if (population >= 1_000_000) return 3;
  if (population >= 250_000) return 4;
  if (population >= 80_000) return 5;
  if (population >= 30_000) return 6;
  if (population >= 10_000) return 7;
  if (population >= 3_000) return 8;
  if (population >= 800) return 9;
  return 10;
}
