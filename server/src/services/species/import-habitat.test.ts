import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKml } from '@refugia/engine/vector/index.ts';
import type { Position } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { findImportedHabitat, importHabitat, listImportedHabitat } from './imported-habitat.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'refugia-habitat-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function save(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function feature(properties: object, west = -76, type = 'Polygon') {
  const ring = [
    [west, 35],
    [west + 0.5, 35],
    [west + 0.5, 36],
    [west, 35],
  ];
  return {
    type: 'Feature',
    properties,
    geometry: { type, coordinates: type === 'Polygon' ? [ring] : ring },
  };
}
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const survey = { source: 'A survey of 2024', approximate: true, species: undefined };

test('features find their species by number or name; others are named', async () => {
  const path = await save(
    'habitat.geojson',
    collection(
      feature({ sciname: 'Lynx canadensis', comname: 'Canada Lynx', unitname: 'Unit 1' }),
      feature({ Scientific_Name: 'LYNX CANADENSIS' }, -70),
      feature({ speciesId: 37 }),
      feature({ comname: '[no common name] Beetle' }),
      feature({ sciname: 'Sasquatch americanus' }),
      feature({ sciname: 'Notropis topeka' }, -96, 'LineString'),
    ),
  );
  expect(await importHabitat(database.orm, path, survey)).toEqual({
    species: 2,
    shapes: 3,
    unmatched: ['[no common name] Beetle', 'Sasquatch americanus'],
    notes: expect.any(Array),
  });
  const lynx = await findImportedHabitat(database.orm, 3652);
  expect(lynx).toHaveLength(2);
  expect(lynx[0]).toMatchObject({
    type: 'Polygon',
    unit_name: 'Unit 1',
    source: 'A survey of 2024',
    approximate: true,
    tolerance_meters: 0,
  });
  expect([...(await listImportedHabitat(database.orm))].sort()).toEqual([3652, 37]);
});

test('a later file takes the place of an earlier one, for its species only', async () => {
  const path = await save('wolf.geojson', collection(feature({ sciname: 'Canis rufus' }, -80)));
  await importHabitat(database.orm, path, {
    source: undefined,
    approximate: false,
    species: undefined,
  });
  const [wolf, ...others] = await findImportedHabitat(database.orm, 37);
  expect(others).toEqual([]);
  expect(wolf).toMatchObject({ source: 'wolf.geojson', approximate: false });
  expect(wolf?.coordinates[0]?.[0]).toEqual([-80, 35]);
  expect(await findImportedHabitat(database.orm, 3652)).toHaveLength(2);
});

test('of features that do not say, the species can be told', async () => {
  const path = await save('shape.geojson', collection(feature({ id: 1 }, -97)));
  const tell = (species: string) => importHabitat(database.orm, path, { ...survey, species });
  expect(await tell('topeka shiner')).toMatchObject({ species: 1, shapes: 1 });
  expect(await findImportedHabitat(database.orm, 4122)).toHaveLength(1);
  await expect(tell('Unicorn')).rejects.toThrow('"Unicorn" is no species of the list.');
  await expect(tell('[no common name] beetle')).rejects.toThrow('give the scientific name');
});

test('other formats are read as uploads are', async () => {
  const path = await save(
    'plover.kml',
    writeKml(
      [
        {
          type: 'Feature',
          properties: { sciname: 'Charadrius melodus' },
          geometry: {
            type: 'Polygon',
            coordinates: feature({}).geometry.coordinates as Position[][],
          },
        },
      ],
      { name: 'Plover' },
    ),
  );
  expect(await importHabitat(database.orm, path, survey)).toMatchObject({ species: 1, shapes: 1 });
});

test.each([
  ['missing.geojson', undefined, "can't be read"],
  ['text.geojson', 'hello', 'neither GeoJSON'],
  ['none.geojson', collection(), 'holds no polygon of a species'],
  [
    'unknown.geojson',
    collection(feature({ sciname: 'Sasquatch americanus' })),
    'It names Sasquatch americanus.',
  ],
])('%s is refused with a sentence', async (name, content, says) => {
  const path = content === undefined ? join(folder, name) : await save(name, content);
  await expect(importHabitat(database.orm, path, survey)).rejects.toThrow(says);
});
