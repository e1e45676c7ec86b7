import { describe, expect, test } from 'vitest';
import {
  buildDbf,
  buildShp,
  buildZip,
  pathContent,
  pointContent,
  readTold,
} from '../../testing/vector-files.ts';
import { areaOfFile, readVector, VectorError } from './index.ts';

/** Gives the same numbers each time (Marsaglia's xorshift, 32 bits). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const ring: [number, number][] = [
  [0, 0],
  [0, 2],
  [2, 2],
  [2, 0],
  [0, 0],
];
const hole: [number, number][] = [
  [0.5, 0.5],
  [1, 0.5],
  [1, 1],
  [0.5, 0.5],
];
const { shp, shx } = buildShp([
  pathContent([ring, hole]),
  pathContent([ring], { type: 15 }),
  pointContent(1, 2),
]);
const members = [
  { path: 'a.shp', content: shp },
  { path: 'a.shx', content: shx },
  {
    path: 'a.dbf',
    content: buildDbf(
      [
        { name: 'N', type: 'C', length: 8 },
        { name: 'X', type: 'N', length: 4 },
      ],
      [
        ['one', '1'],
        ['two', '2'],
        ['three', '3'],
      ],
    ),
  },
  {
    path: 'a.prj',
    content:
      'PROJCS["x",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Central_Meridian",-105.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
  },
  { path: 'a.cpg', content: 'UTF-8' },
];
const geojson = JSON.stringify({
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'EPSG:26913' } },
  features: [
    {
      type: 'Feature',
      properties: { a: 'b' },
      geometry: { type: 'Polygon', coordinates: [ring, hole] },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [170, 1],
          [-170, 2],
        ],
      },
    },
  ],
});
const kml = `<?xml version="1.0" encoding="UTF-8"?><kml><Document><Folder><Placemark><name>a &amp; b</name><ExtendedData><Data name="x"><value>1</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>170,0 -170,0 -170,9 170,9 170,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder></Document></kml>`;

const good: Record<string, Buffer> = {
  'packed shapefile': buildZip(members),
  // The members are stored without compression, so that the changes reach the readers and not only
  // the decompressor.
  geojson: Buffer.from(geojson),
  kml: Buffer.from(kml),
  kmz: buildZip([{ path: 'doc.kml', content: kml }]),
};

/** Expects features or a refusal, and never anything else. */
function outcomeOf(bytes: Uint8Array): 'read' | 'refused' {
  try {
    const imported = readVector(bytes, 'a');
    for (const { features } of imported.layers) {
      // Numbers that JSON has no way to write would show as null.
      const shapes = JSON.stringify(features.map(({ geometry }) => geometry?.coordinates ?? []));
      expect(shapes).not.toContain('null');
    }
    areaOfFile(imported, { decimals: 5, maxPositions: 20_000 });
    return 'read';
  } catch (error) {
    if (error instanceof VectorError) return 'refused';
    throw error;
  }
}

function damage(bytes: Buffer, random: (below: number) => number): Buffer {
  const damaged = Buffer.from(bytes);
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(damaged.length);
    switch (random(4)) {
      case 0:
        damaged[at] = random(256);
        break;
      case 1:
        damaged[at] = damaged[at] ^ (1 << random(8));
        break;
      case 2:
        damaged.fill(
          [0, 0xff, 0x7f, 0x20][random(4)],
          at,
          Math.min(damaged.length, at + 1 + random(8)),
        );
        break;
      case 3:
        return damaged.subarray(0, at);
    }
  }
  return damaged;
}

test.each(Object.entries(good))(
  'damaged %s is read or refused, whatever was changed',
  (_, bytes) => {
    const random = randomFrom(20_241_121);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 300; round++) outcomes[outcomeOf(damage(bytes, random))]++;
    expect(outcomes.refused).toBeGreaterThan(0);
  },
);

test('the parts of a shapefile, damaged one by one inside of a sound archive', () => {
  const random = randomFrom(7);
  for (let round = 0; round < 600; round++) {
    const target = random(members.length);
    const damaged = members.map(({ path, content }, index) => ({
      path,
      content: index === target ? damage(Buffer.from(content as string), random) : content,
      isStored: true,
    }));
    outcomeOf(buildZip(damaged));
  }
});

describe('files that ask for more than anybody means are refused by what they ask for', () => {
  const kmlOf = (placemark: string) => Buffer.from(`<kml><Placemark${placemark}</Placemark></kml>`);
  const jumps = Array.from({ length: 10_000 }, (_, index) => [index % 2 ? 179 : -179, index % 80]);
  const skippedOf = (geometry: object) =>
    readTold(Buffer.from(JSON.stringify(geometry)), 'a.json').skipped.map(({ reason }) => reason);

  test('an element with more attributes than any has', () => {
    const attributes = Array.from({ length: 1001 }, (_, index) => ` a${index}="1"`).join('');
    expect(() => readTold(kmlOf(`${attributes}>`), 'a.kml')).toThrow(
      'The file has an element with more than 1000 attributes (line 1).',
    );
  });

  test.each([
    ['a feature with thousands of attributes', 1, 2001],
    ['names of attributes without end', 700, 100],
  ])('%s', (_, features, names) => {
    const lists = Array.from({ length: features }, (_each, feature) =>
      Object.fromEntries(Array.from({ length: names }, (_name, name) => [`${feature}-${name}`, 1])),
    );
    const json = Buffer.from(JSON.stringify({ type: 'FeatureCollection', lists }));
    expect(() => readTold(json, 'a.json')).toThrow(
      'The file has features with more than 2,000 attributes, or more than 50,000 different names of attributes in all.',
    );
  });

  test('more elements than can be read in time', () => {
    expect(() => readTold(kmlOf(`>${'<a/>'.repeat(300_000)}`), 'a.kml')).toThrow(
      'The file holds more than 300,000 XML elements, which is more than can be imported at once.',
    );
  });

  test('a line with more corners than can be imported', () => {
    const line = `<LineString><coordinates>${'1,1 '.repeat(600_002)}</coordinates></LineString>`;
    expect(() => readTold(kmlOf(`>${line}`), 'a.kml')).toThrow(
      'The file holds more than 300,000 corners, which is more than can be imported at once.',
    );
  });

  test('more shapes than can be imported, each of a dozen bytes', () => {
    const { shp, shx } = buildShp(Array.from({ length: 200_001 }, () => Buffer.alloc(4)));
    const refusal = 'The file holds more than 200,000 features';
    const plain = buildZip([{ path: 'a.shp', content: shp }]);
    expect(() => readTold(plain, 'a.zip')).toThrow(refusal);
    const indexed = buildZip([
      { path: 'a.shp', content: shp },
      { path: 'a.shx', content: shx },
    ]);
    expect(() => readTold(indexed, 'a.zip')).toThrow(refusal);
  });

  test('shapes that jump over the antimeridian again and again', () => {
    expect(skippedOf({ type: 'Polygon', coordinates: [[...jumps, jumps[0]]] })).toContain(
      'Crosses the antimeridian (180°) and could not be cut there.',
    );
    expect(skippedOf({ type: 'LineString', coordinates: jumps })).toEqual([
      'Crosses the antimeridian (180°) again and again.',
    ]);
  });
});
