import type { MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { lastUnreadable, type PresentMap, patchForViewers } from './viewers-log.ts';

const now: FeatureState = {
  geometry: { type: 'Point', coordinates: [1, 2] },
  properties: { name: 'Present' },
};
const past: FeatureState = {
  geometry: { type: 'Point', coordinates: [8, 9] },
  properties: { name: 'Past' },
};
const style = { color: null, color_by: null, label_by: null };
const present = {
  map: { name: 'Present', species: null, publishedSeq: 4, lastSeq: 9 },
  features: new Map([['there', { revision: 7, state: now }]]),
  layers: new Map([
    ['there', { dataset: 'Present', is_hidden: false, position: 0, style, fields: [] }],
  ]),
  rasters: new Map([['there', 'Present']]),
} as unknown as PresentMap;

const replaced = { kind: 'replace', before: past.geometry, after: now.geometry } as const;
const edit = {
  kind: 'edit',
  attributes: [{ name: 'name', before: 'Past', after: 'Present' }],
  geometry: replaced,
} as const satisfies MapPatch;
const layer = (kind: 'import-layer' | 'delete-layer' | 'restore-layer', layer_id: string) =>
  ({ kind, layer_id, dataset: 'Past', feature_count: 3 }) satisfies MapPatch;
const raster = (kind: 'add-raster' | 'delete-raster' | 'restore-raster', raster_id: string) =>
  ({ kind, raster_id, map_layer: 'Past' }) satisfies MapPatch;
const layerEdit = (layer_id: string) =>
  ({
    kind: 'edit-layer',
    layer_id,
    before: { dataset: 'Past', is_hidden: true },
    after: { dataset: 'Past' },
  }) satisfies MapPatch;

/** What a viewer may read follows from what is there: the right column has nothing of the past. */
test.each<[name: string, patch: MapPatch, id: string, seq: number, MapPatch | null]>([
  ['the last change of a feature', edit, 'there', 7, { kind: 'create', after: now }],
  ['an earlier change of it', edit, 'there', 6, null],
  ['its creation', { kind: 'create', after: past }, 'there', 5, null],
  ['the creation of what is gone', { kind: 'create', after: past }, 'gone', 5, null],
  ['a change of what is gone', edit, 'gone', 6, null],
  [
    'a deletion',
    { kind: 'delete', before: past },
    'gone',
    7,
    { kind: 'delete', before: { geometry: null, properties: {} } },
  ],
  [
    'an import',
    layer('import-layer', 'there'),
    '',
    5,
    { ...layer('import-layer', 'there'), dataset: 'Present' },
  ],
  ['the import of a layer that is gone', layer('import-layer', 'gone'), '', 5, null],
  ['its restoration', layer('restore-layer', 'gone'), '', 5, null],
  [
    'its deletion',
    layer('delete-layer', 'gone'),
    '',
    6,
    { kind: 'delete-layer', layer_id: 'gone', dataset: '', feature_count: 0 },
  ],
  [
    'a change of a layer',
    layerEdit('there'),
    '',
    5,
    { kind: 'edit-layer', layer_id: 'there', before: {}, after: { dataset: 'Present' } },
  ],
  ['a change of a layer that is gone', layerEdit('gone'), '', 5, null],
  [
    'a change of the map',
    { kind: 'edit-map', attribute: 'name', before: 'Past', after: 'Past' },
    '',
    5,
    { kind: 'edit-map', attribute: 'name', before: null, after: 'Present' },
  ],
  [
    'a fact about a species',
    { kind: 'edit-map', attribute: 'species_desc', before: 'Past', after: 'Past' },
    '',
    5,
    { kind: 'edit-map', attribute: 'species_desc', before: null, after: null },
  ],
  [
    'a picture',
    raster('add-raster', 'there'),
    '',
    5,
    { ...raster('add-raster', 'there'), map_layer: 'Present' },
  ],
  ['a picture that is gone', raster('add-raster', 'gone'), '', 5, null],
  [
    'its deletion',
    raster('delete-raster', 'gone'),
    '',
    6,
    { kind: 'delete-raster', raster_id: 'gone', map_layer: '' },
  ],
  ['a note', { kind: 'note', text: 'Why' }, '', 5, { kind: 'note', text: 'Why' }],
])('viewers read of %s what is there', (...[, patch, id, seq, expected]) => {
  const change = { verb: patch.kind, seq, feature_id: id === '' ? null : id, patch };
  expect(patchForViewers(change, present)).toEqual(expected);
});

test('a feature that is too large to be sent along is read by its own call', () => {
  const properties = { text: 'x'.repeat(200_000) };
  const features = new Map([['there', { revision: 7, state: { ...now, properties } }]]);
  const change = { verb: 'edit', seq: 7, feature_id: 'there', patch: edit } as const;
  expect(patchForViewers(change, { ...present, features })).toBeNull();
});

test('the log begins for viewers with the publication, and for the team with its first entry', () => {
  const { map } = present;
  expect(lastUnreadable({ map, role: 'viewer' })).toBe(3);
  expect(lastUnreadable({ map: { ...map, publishedSeq: null }, role: 'viewer' })).toBe(9);
  expect(lastUnreadable({ map, role: 'editor' })).toBe(0);
  expect(lastUnreadable({ map, role: 'creator' })).toBe(0);
});
