import { randomUUID } from 'node:crypto';
import { plainStyle } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import { limits } from '@refugia/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());

const collection = (all: readonly Record<string, unknown>[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: all.map((properties, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [(index % 300) / 2, Math.floor(index / 300) / 20] },
      properties,
    })),
  });

async function layerOf(all: readonly Record<string, unknown>[]) {
  const { id } = await calls.createMap(owner);
  const upload = { as: owner, mapId: id, name: 'nests.json', content: collection(all) };
  const { body } = await uploadTo(product, upload);
  return { mapId: id, layerId: body.layer.id as string };
}

const saved = (layerId: string, style: unknown) =>
  calls.call('PUT', 'vector_layers', { as: owner, body: { id: layerId, style } });
const classes = {
  attribute: 'eggs',
  method: 'quantile',
  breaks: [2, 4],
  colors: ['#eeeeee', '#999999', '#333333'],
  unit: 'eggs',
};

test('a style is kept whole, undone, and told in the history', async () => {
  const { mapId, layerId } = await layerOf([{ eggs: 3 }]);
  const style = {
    color: '#aa3300',
    color_by: classes,
    label_by: 'eggs',
    label_size: 16,
    line_width: 4.5,
    line_dash: 'dotted',
    line_opacity: 0.8,
    fill_opacity: 0,
    icon: 'wetland',
    clusters: true,
  };
  expect(await saved(layerId, style)).toMatchObject({ status: 200, body: { style } });
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: mapId, action: 'undo' } });
  const [layer] = await calls.done('GET', `vector_layers?id=${mapId}`, { as: owner });
  // A style that nobody set is the one of every earlier layer.
  expect(layer.style).toEqual(plainStyle);
  const history = await calls.done('GET', `history?id=${mapId}`, { as: owner });
  expect(history[0].summary).toBe('Changed the style of a layer');
});

test.for([
  [{ color: 'red' }, 'A color is written as #rrggbb.'],
  [{ line_width: 400 }, undefined],
  [{ line_dash: 'wavy' }, undefined],
  [{ fill_opacity: 1.5 }, undefined],
  [{ icon: 'dragon' }, undefined],
  [
    { color_by: { ...classes, breaks: [4, 2] } },
    'Each break has to be greater than the one before.',
  ],
  [
    { color_by: { ...classes, colors: ['#000000'] } },
    'There has to be one color more than breaks.',
  ],
  [{ color_by: { ...classes, method: 'guess' } }, 'a color for each class'],
] as const)('the style %j is refused', async ([style, sentence]) => {
  const { layerId } = await layerOf([{ eggs: 3 }]);
  const reply = await saved(layerId, style);
  expect(reply.status).toBe(400);
  if (sentence) expect(reply.body.error).toContain(sentence);
});

test('a column that is removed takes the classes of its numbers along', async () => {
  const { mapId, layerId } = await layerOf([{ eggs: 3 }]);
  await saved(layerId, { ...plainStyle, color_by: classes });
  const [{ fields }] = await calls.addedLayers(owner, mapId);
  const removed = fields.map((field: object) => ({ ...field, is_removed: true }));
  const body = { id: layerId, fields: removed };
  const layer = await calls.done('PUT', 'vector_layers', { as: owner, body });
  expect(layer.style).toEqual(plainStyle);
});

const valuesOf = (layerId: string, attribute: string) =>
  calls.done('GET', `layer_values?id=${layerId}&attribute=${attribute}`, { as: owner });

test('the values of an attribute are counted, and its numbers listed in order', async () => {
  const long = 'x'.repeat(limits.collaborativeMapper.style.maxValueLength + 1);
  const given = [3, 1, 3, '3', true, null, undefined, long, -2.5, 3];
  const { layerId } = await layerOf(given.map((eggs) => ({ eggs, 'a"b\'c': 1 })));
  const { values, distinct, numbers } = await valuesOf(layerId, 'eggs');
  expect(values).toHaveLength(6);
  expect(values).toEqual(
    expect.arrayContaining([
      { value: 3, count: 3 },
      { value: null, count: 2 },
      { value: 1, count: 1 },
      { value: '3', count: 1 },
      { value: true, count: 1 },
      { value: -2.5, count: 1 },
    ]),
  );
  expect(values[0]).toEqual({ value: 3, count: 3 });
  expect(distinct).toBe(7);
  expect(numbers).toEqual({ count: 5, sorted: [-2.5, 1, 3, 3, 3] });

  const quoted = await valuesOf(layerId, encodeURIComponent('a"b\'c'));
  expect(quoted.values).toEqual([{ value: 1, count: 10 }]);
  expect(await valuesOf(layerId, 'unknown')).toEqual({
    values: [{ value: null, count: 10 }],
    distinct: 1,
    numbers: { count: 0, sorted: [] },
  });
});

test('of very many numbers, some of evenly spaced ranks are listed', async () => {
  const most = limits.collaborativeMapper.style.maxListedNumbers;
  const many = 2 * most + 3;
  // The numbers are their own ranks, in an order that is none.
  const { layerId } = await layerOf(
    Array.from({ length: many }, (_, index) => ({ eggs: (index * 7919) % many })),
  );
  const { numbers, values, distinct } = await valuesOf(layerId, 'eggs');
  expect(numbers.count).toBe(many);
  expect(distinct).toBe(many);
  expect(values).toHaveLength(limits.collaborativeMapper.maxStyleValues);
  expect(numbers.sorted).toHaveLength(most);
  expect(numbers.sorted[0]).toBe(0);
  expect(numbers.sorted.at(-1)).toBe(many - 1);
  const steps = numbers.sorted
    .slice(1)
    .map((each: number, at: number) => each - numbers.sorted[at]);
  expect(Math.min(...steps)).toBe(2);
  expect(Math.max(...steps)).toBe(3);
});

test('a layer that is not there has no values', async () => {
  const query = `layer_values?id=${randomUUID()}&attribute=eggs`;
  expect(await calls.call('GET', query, { as: owner })).toMatchObject({
    status: 404,
    body: { code: 'layer_not_found' },
  });
});

test('a KML has the colors, widths and labels of its layers', async () => {
  const { mapId, layerId } = await layerOf([{ eggs: 1 }, { eggs: 4 }, { eggs: null }]);
  await saved(layerId, {
    ...plainStyle,
    color: '#102030',
    color_by: classes,
    label_by: 'eggs',
    line_width: 3.5,
    line_opacity: 0.5,
  });
  const reply = await calls.call('GET', `export?id=${mapId}&format=kml`, { as: owner });
  // KML's colors are opacity, blue, green, red: OGC 07-147r2, 16.2.
  expect(reply.body).toContain('<LineStyle><color>80eeeeee</color><width>3.5</width></LineStyle>');
  expect(reply.body).toContain('<LineStyle><color>80333333</color><width>3.5</width></LineStyle>');
  expect(reply.body).toContain('<IconStyle><color>80302010</color></IconStyle>');
  expect(reply.body).toContain('<PolyStyle><color>40333333</color></PolyStyle>');
  expect(reply.body.match(/<Placemark><name>4<\/name><styleUrl>/g)).toHaveLength(1);
});
