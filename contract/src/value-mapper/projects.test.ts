import { expect, test } from 'vitest';
import {
  dataLayerChangesQuerySchema,
  keyValUpdateArray,
  mapChangesQuerySchema,
  projectChangesQuerySchema,
} from './projects.ts';
import { newValuedRasterQuerySchema } from './valued.ts';

const readProject = (text: string) =>
  projectChangesQuerySchema.safeParse({ projectID: '7', keyValUpdateArray: text });

test('keyValUpdateArray is a JSON list of keys and values', () => {
  expect(readProject('[{"key":"title","val":" Sonora "},{"key":"summary","val":""}]').data).toEqual(
    {
      projectID: 7,
      keyValUpdateArray: { title: 'Sonora', summary: '' },
    },
  );
  expect(readProject(keyValUpdateArray({ title: 'Sonora' })).data?.keyValUpdateArray).toEqual({
    title: 'Sonora',
  });
});

test.each([
  ['another key', '[{"key":"date_created","val":"2020-01-01"}]'],
  ['the key of a prototype', '[{"key":"__proto__","val":{"title":"x"}}]'],
  ['a key twice', '[{"key":"title","val":"a"},{"key":"title","val":"b"}]'],
  ['no keys', '[]'],
  ['an object', '{"title":"a"}'],
  ['no JSON', 'title=a'],
  ['a third member', '[{"key":"title","val":"a","more":1}]'],
  ['a title of 51 characters', `[{"key":"title","val":"${'a'.repeat(51)}"}]`],
  ['an empty title', '[{"key":"title","val":" "}]'],
  ['a summary of 401 characters', `[{"key":"summary","val":"${'a'.repeat(401)}"}]`],
  ['a title that is no text', '[{"key":"title","val":5}]'],
])('refuses %s', (_, text) => expect(readProject(text).success).toBe(false));

test('a map takes a base layer, or a center and a zoom', () => {
  const read = (changes: Record<string, unknown>) =>
    mapChangesQuerySchema.safeParse({ mapID: '1', keyValUpdateArray: keyValUpdateArray(changes) })
      .success;
  expect(read({ base_layer: 'Dark' })).toBe(true);
  expect(read({ last_center_coords: '[41.256,-95.9345]', last_zoom: 5.25 })).toBe(true);
  expect(read({ base_layer: 'dark' })).toBe(false);
  expect(read({ last_center_coords: '[-95.9345,41.256,2]' })).toBe(false);
  expect(read({ last_center_coords: '[-95.9345,200]' })).toBe(false);
});

test("a layer's attributes are its label and whether it is visible", () => {
  const read = (type: string, changes: Record<string, unknown>) =>
    dataLayerChangesQuerySchema.safeParse({
      type,
      dataLayerID: '1',
      keyValUpdateArray: keyValUpdateArray(changes),
    }).success;
  expect(read('attrs', { label: 'Slope', is_visible: false })).toBe(true);
  expect(read('attrs', { is_visible: 'false' })).toBe(false);
  expect(read('attrs', { img_background_color: 'green' })).toBe(false);
  expect(read('attrs', { opacity: 0.5 })).toBe(false);
  expect(read('display', { opacity: 0.5, position: 4 })).toBe(true);
});

const palette = '{"min":"black","zero":"Gray","max":"#FFFFFF"}';
const readValued = (fnType: string, fnCoeffs: object | undefined, more = {}) =>
  newValuedRasterQuerySchema.safeParse({
    dataLayerID: '3',
    colorPalette: palette,
    fnType,
    ...(fnCoeffs && { fnCoeffs: JSON.stringify(fnCoeffs) }),
    ...more,
  });

test('a valuation has coefficients in the ranges of the sliders, and colors', () => {
  expect(readValued('exp', { A: 0.5, B: 5, C: 0 }).data).toMatchObject({
    dataLayerID: 3,
    colorPalette: { min: '#000000', zero: '#808080', max: '#ffffff' },
    fnCoeffs: { A: 0.5, B: 5, C: 0 },
  });
  expect(readValued('lin', { A: 2, B: 0, C: -1 }).success).toBe(true);
  expect(readValued('step', { A: 1, B: -3000, C: 0 }).success).toBe(true);
});

test.each([
  ['lin', { A: 0.5, B: 5, C: 0 }],
  ['exp', { A: 0.5, B: 0, C: 0 }],
  ['log', { A: 0.5, B: 10.1, C: 0 }],
  ['lin', { A: 2.1, B: 0, C: 0 }],
  ['lin', { A: 0.5, B: 0, C: 1.1 }],
  ['lin', { A: 0.5, C: 0 }],
  ['sine', { A: 0.5, B: 1, C: 0 }],
  ['peak', { A: 0.5, B: 1, C: 0 }],
  ['exp', { A: 0.5, B: 1, C: 0, D: 1 }],
  ['class', { A: 0.5, B: 0, C: 0 }],
  ['class', undefined],
  ['lin', undefined],
])('refuses a curve %s of %o', (fnType, fnCoeffs) =>
  expect(readValued(fnType, fnCoeffs).success).toBe(false),
);

test('classes have values of their own', () => {
  const classValues = '[{"code":11,"value":0.5},{"code":42,"value":-1}]';
  const read = readValued('class', undefined, { classValues });
  expect(read.data?.classValues).toEqual([
    { code: 11, value: 0.5 },
    { code: 42, value: -1 },
  ]);
  expect(readValued('lin', { A: 0.5, B: 0, C: 0 }, { classValues }).success).toBe(false);
});
