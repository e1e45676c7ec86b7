import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { feature, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import type { Objects, Topology } from 'topojson-specification';
import { withAccents } from './basemap-geography/accents.ts';
import { landmarksOf } from './basemap-geography/landmarks.ts';
import { regionsOf } from './basemap-geography/regions.ts';

/**
 * Makes the rivers, lakes, railways, parks and airports of the embedded base map from Natural Earth
 * 1:10m (public domain, www.naturalearthdata.com): `node scripts/basemap-geography.ts` reads
 * `data/geography` in `../shared` (or `REFUGIA_SHARED`) and writes what is drawn as one simplified, quantised
 * TopoJSON, and what is searched as a list of places.
 */
const shared = process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../shared');
const assets = join(import.meta.dirname, '../server/src/services/basemap/embedded/assets');

/**
 * The smallest triangle that a kept vertex makes with its neighbours, in square degrees (Visvalingam
 * and Whyatt 1993): about half a pixel of the deepest tiles by their width.
 */
const smallestTriangle = 2e-6;
/** Positions are multiples of 360° / 2^20, some 40 m at the equator: half a pixel of the deepest tiles. */
const quantization = 2 ** 20;

type Attributes = Record<string, string | number | null>;

async function read(name: string): Promise<Feature<Geometry, Attributes>[]> {
  const file = join(shared, 'data/geography', `ne_10m_${name}.geojson.gz`);
  const { features }: FeatureCollection<Geometry, Attributes> = JSON.parse(
    gunzipSync(await readFile(file)).toString(),
  );
  for (const { properties } of features) {
    for (const [key, value] of Object.entries(properties)) {
      if (key.startsWith('name') && typeof value === 'string') properties[key] = withAccents(value);
    }
  }
  return features;
}

/** The features with only the attributes that `keep` returns and that are not null. */
function kept(
  features: readonly Feature<Geometry, Attributes>[],
  keep: (feature: Feature<Geometry, Attributes>) => Attributes,
): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features.map((each) => {
      const present = Object.entries(keep(each)).filter(([, value]) => value !== null);
      return { type: 'Feature', geometry: each.geometry, properties: Object.fromEntries(present) };
    }),
  };
}

/** Lines of the same attributes as one feature, which is shorter to write. */
function joined({ features }: FeatureCollection): FeatureCollection {
  const byAttributes = Map.groupBy(features, ({ properties }) => JSON.stringify(properties));
  return {
    type: 'FeatureCollection',
    features: [...byAttributes.values()].map((alike) => ({
      type: 'Feature',
      properties: alike[0].properties,
      geometry: {
        type: 'MultiLineString',
        coordinates: alike.flatMap(({ geometry }) =>
          geometry.type === 'LineString'
            ? [geometry.coordinates]
            : geometry.type === 'MultiLineString'
              ? geometry.coordinates
              : [],
        ),
      },
    })),
  };
}

/** Words of names that tell already that it is a river, in the languages of North America. */
const riverWords =
  /river|rivière|creek|brook|bayou|fork|branch|slough|canal|wash|channel|outlet|rio|río/i;

function river({ geometry, properties }: Feature<Geometry, Attributes>): Attributes {
  const { featurecla, min_zoom, rivernum } = properties;
  const isInLake = String(featurecla).startsWith('Lake');
  const found = properties.name_full ?? properties.name_en ?? properties.name;
  const isPlain = isInEnglish(geometry) && found !== null && !riverWords.test(String(found));
  const name = isPlain ? `${found} River` : found;
  return {
    name: isInLake ? null : name,
    // Tells rivers of one name apart.
    number: isInLake || name === null ? null : rivernum,
    intermittent: String(featurecla).includes('Intermittent') ? 1 : null,
    min_zoom,
  };
}

/** Whether a line begins in the United States or Canada, roughly: Texas lies south of the other edge. */
function isInEnglish(geometry: Geometry): boolean {
  if (geometry.type !== 'LineString') return false;
  const [longitude, latitude] = geometry.coordinates[0];
  return longitude > -170 && longitude < -52 && latitude > (longitude > -100 ? 28 : 32.7);
}

/** The abbreviations that end the names of parks, such as `NP & PRES`. */
const abbreviations =
  /\s+(?:(?:N|E)\s)?(?:NP|NS|NM|NL|NB|NHP|NHS|NRA|NRRA|NBP|NMP|NBS|NH|EHP|SRR|IHS|RES|NST|PRES|MEM)\b(?:\s&\s(?:E\s)?PRES)?/g;

/** A park's name in full: `Katmai NP & PRES` is `Katmai National Park and Preserve`. */
function park({ properties }: Feature<Geometry, Attributes>): Attributes {
  const { unit_code, unit_name, unit_type, scalerank } = properties;
  const plain = String(unit_name)
    .replace(/\s+/g, ' ')
    .replace(/ PKWY$/, '')
    .replace('--', ', ')
    .replace("Ta'?", 'Taʻū');
  let isTyped = plain.includes(String(unit_type));
  const name = plain.replace(abbreviations, () => {
    const type = isTyped ? '' : ` ${unit_type}`;
    isTyped = true;
    return type;
  });
  return { name, type: unit_type, rank: scalerank, code: unit_code };
}

function airport({ properties }: Feature<Geometry, Attributes>): Attributes {
  const { name, type, iata_code, scalerank } = properties;
  const text = String(name).replace("Int'l", 'International').replace(/\s+/g, ' ').trim();
  const isNamed = /airport|airfield|air force|afb|base|spaceport|field\b/i.test(text);
  return {
    name: isNamed ? text : `${text} Airport`,
    iata: iata_code || null,
    class: String(type).includes('military') ? 'military' : 'international',
    rank: scalerank,
  };
}

const objects = {
  rivers: joined(
    kept(
      [
        ...(await read('rivers_lake_centerlines_scale_rank')),
        ...(await read('rivers_north_america')),
      ],
      river,
    ),
  ),
  lakes: kept(
    [...(await read('lakes')), ...(await read('lakes_north_america'))],
    ({ properties: { name, min_zoom, featurecla } }) => ({
      name,
      min_zoom,
      type: featurecla === 'Lake' ? null : featurecla,
    }),
  ),
  railways: joined(kept(await read('railroads_north_america'), () => ({}))),
  parks: kept(await read('parks_and_protected_lands_area'), park),
  park_points: kept(await read('parks_and_protected_lands_point'), park),
  airports: kept(await read('airports'), airport),
};

const simplified = quantize(
  simplify(presimplify(topology(objects) as Topology<Objects<Attributes>>), smallestTriangle),
  quantization,
);
const drawn = Object.fromEntries(
  Object.entries(simplified.objects).map(([kind, object]) => [kind, feature(simplified, object)]),
) as unknown as Parameters<typeof landmarksOf>[0];
const places = [...regionsOf(), ...landmarksOf(drawn)]
  .sort((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight))
  .map(({ weight: _, ...place }) => place);

for (const [name, content] of [
  ['geography.topojson.br', simplified],
  ['places.json.br', places],
] as const) {
  const text = JSON.stringify(content);
  const parameters = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const bytes = brotliCompressSync(text, { params: parameters });
  await writeFile(join(assets, name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes (${text.length} of JSON)\n`);
}
