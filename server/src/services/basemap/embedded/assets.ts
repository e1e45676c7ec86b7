import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Place } from '@refugia/contract/basemap.ts';
import type { FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** What is drawn of Natural Earth; `scripts/basemap-geography.ts` makes the file. */
export interface NaturalEarth {
  rivers: { name?: string; number?: number; intermittent?: 1; min_zoom: number };
  lakes: { name?: string; min_zoom: number; type?: string };
  railways: object;
  /** Parks with their borders, and as points the smaller ones. Rank 3 is the largest; the code is the Park Service's. */
  parks: { name: string; type: string; rank: number; code: string };
  park_points: NaturalEarth['parks'];
  airports: { name: string; iata?: string; class: string; rank: number };
}

type NamedPosition = Pick<Place, 'kind' | 'name' | 'longitude' | 'latitude'>;

/** A place that the search finds. What is left out is null. */
export interface ListedPlace extends NamedPosition, Partial<Omit<Place, keyof NamedPosition>> {
  /** A state's postal code, a county's name without its word, or an airport's code of three letters (IATA). */
  readonly alias?: string;
}

let naturalEarth: Topology<{ [K in keyof NaturalEarth]: GeometryCollection<NaturalEarth[K]> }>;

/** The features of one kind. The file is unpacked once in each thread that asks. */
export function readNaturalEarth<K extends keyof NaturalEarth>(
  kind: K,
): FeatureCollection<Geometry, NaturalEarth[K]> {
  naturalEarth ??= readAsset('geography.topojson.br');
  return feature(naturalEarth, naturalEarth.objects[kind]);
}

/** All places, the best known first. */
export const readPlaces = (): readonly ListedPlace[] => readAsset('places.json.br');

function readAsset(name: string) {
  const file = join(import.meta.dirname, 'assets', name);
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString());
}
