import { keyValUpdateArray } from '@refugia/contract/value-mapper/projects.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

// Sources: part 3 of the specification, §3, §5 and §7.
let refugia: TestApp;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  refugia = await createTestApp();
  owner = await refugia.registerAndLogin();
  stranger = await refugia.registerAndLogin();
});
afterAll(() => refugia.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask(
  method: Method,
  call: string,
  query: Record<string, string | number>,
  account: TestAccount | undefined = owner,
) {
  return await refugia.app.inject({
    method,
    url: `/api/conservation_value_mapper/${call}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`])),
    headers: account?.headers ?? {},
  });
}

async function makeProject(): Promise<number> {
  const reply = await ask('POST', 'projects_ctrl', { accountID: owner.id });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

async function makeLayer(projectID: number): Promise<{ id: number }> {
  const reply = await ask('POST', 'data_layers_ctrl', { projectID });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

describe('projects', () => {
  test('are made, listed, changed and deleted by their owner', async () => {
    const id = await makeProject();
    const byId = { projectID: id, type: 'byID' };
    const made = (await ask('GET', 'projects_ctrl', byId)).json();
    expect(made).toEqual({
      id,
      title: 'New Project',
      summary: '',
      date_created: expect.any(String),
    });
    expect(made.date_created).toMatch(/^\d{4}-\d\d-\d\dT/);

    const changes = keyValUpdateArray({ title: 'Sonora', summary: 'Jaguar\ncorridors' });
    const changed = await ask('PUT', 'projects_ctrl', {
      projectID: id,
      keyValUpdateArray: changes,
    });
    expect(changed.json()).toMatchObject({ id, title: 'Sonora', summary: 'Jaguar\ncorridors' });

    const list = await ask('GET', 'projects_ctrl', { accountID: owner.id, type: 'all' });
    expect(list.json()).toEqual([changed.json()]);

    expect((await ask('DELETE', 'projects_ctrl', { projectID: id })).json()).toEqual({ id });
    expect((await ask('GET', 'projects_ctrl', byId)).statusCode).toBe(404);
  });

  test('answer a title that is too long with the field at fault', async () => {
    const projectID = await makeProject();
    const changes = keyValUpdateArray({ title: 'a'.repeat(51) });
    const reply = await ask('PUT', 'projects_ctrl', { projectID, keyValUpdateArray: changes });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: expect.anything() });
  });
});

describe('the map of a project', () => {
  test('is made once and keeps base layer, center and zoom', async () => {
    const projectID = await makeProject();
    expect((await ask('GET', 'maps_ctrl', { projectID })).statusCode).toBe(404);
    const made = await ask('POST', 'maps_ctrl', { projectID });
    expect(made.statusCode).toBe(200);
    const map = made.json();
    expect(map).toEqual({
      id: expect.any(Number),
      base_layer: 'Outdoors',
      last_center_coords: '[41.256,-95.9345]',
      last_zoom: 5,
    });
    expect((await ask('POST', 'maps_ctrl', { projectID })).json()).toEqual(map);

    for (const changes of [
      { base_layer: 'Satellite' },
      { last_center_coords: '[31.5,-110.25]', last_zoom: 9.5 },
    ]) {
      const query = { mapID: map.id, keyValUpdateArray: keyValUpdateArray(changes) };
      expect((await ask('PUT', 'maps_ctrl', query)).json()).toMatchObject(changes);
    }
    expect((await ask('GET', 'maps_ctrl', { projectID })).json()).toEqual({
      id: map.id,
      base_layer: 'Satellite',
      last_center_coords: '[31.5,-110.25]',
      last_zoom: 9.5,
    });
  });
});

describe('data layers', () => {
  test('are made, changed and deleted', async () => {
    const projectID = await makeProject();
    const layer = await makeLayer(projectID);
    expect(layer).toEqual({
      id: expect.any(Number),
      project: projectID,
      label: 'Data Layer 1',
      unit: '',
      is_visible: true,
      img_background_color: 'lightblue',
      opacity: 1,
      position: 0,
    });
    const dataLayerID = layer.id;
    const attributes = { label: 'Slope', unit: '°', is_visible: false };
    const put = (type: string, changes: object) =>
      ask('PUT', 'data_layers_ctrl', {
        dataLayerID,
        type,
        keyValUpdateArray: JSON.stringify(
          Object.entries(changes).map(([key, val]) => ({ key, val })),
        ),
      });
    expect((await put('attrs', attributes)).json()).toMatchObject(attributes);
    expect((await put('display', { opacity: 0.25 })).json()).toMatchObject({ opacity: 0.25 });
    expect((await put('attrs', { project: 1 })).statusCode).toBe(400);
    expect((await put('attrs', { opacity: 1 })).statusCode).toBe(400);

    const found = await ask('GET', 'data_layers_ctrl', { dataLayerID, type: 'byID' });
    expect(found.json()).toMatchObject({ ...attributes, opacity: 0.25 });
    expect((await ask('DELETE', 'data_layers_ctrl', { dataLayerID })).json()).toEqual({
      id: dataLayerID,
    });
    const left = await ask('GET', 'data_layers_ctrl', { projectID, type: 'all' });
    expect(left.json()).toEqual([]);
  });

  test('cycle their background color: lightblue, orange, green, purple, lightblue', async () => {
    const { id } = await makeLayer(await makeProject());
    const colors: unknown[] = [];
    for (let time = 0; time < 4; time++) {
      const reply = await ask('PUT', 'data_layers_ctrl', { dataLayerID: id, type: 'color' });
      colors.push(reply.json());
    }
    expect(colors).toEqual(['orange', 'green', 'purple', 'lightblue']);
  });

  test('are five at most, also where two are added at once', async () => {
    const projectID = await makeProject();
    for (let layer = 0; layer < 4; layer++) await makeLayer(projectID);
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => ask('POST', 'data_layers_ctrl', { projectID })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toEqual({
      error: 'Max Data Layers Limit Reached',
      code: 'max_data_layers',
    });
    const all = await ask('GET', 'data_layers_ctrl', { projectID, type: 'all' });
    expect(all.json()).toHaveLength(5);
  });

  test('lie in an order that a person chooses', async () => {
    const projectID = await makeProject();
    const ids: number[] = [];
    for (let layer = 0; layer < 3; layer++) ids.push((await makeLayer(projectID)).id);
    const [first, second, third] = ids as [number, number, number];
    const order = async () =>
      (await ask('GET', 'data_layers_ctrl', { projectID, type: 'all' }))
        .json()
        .map(({ id, position }: { id: number; position: number }) => [id, position]);
    const move = (dataLayerID: number, position: number) =>
      ask('PUT', 'data_layers_ctrl', {
        dataLayerID,
        type: 'display',
        keyValUpdateArray: keyValUpdateArray({ position }),
      });
    expect((await move(first, 4)).json()).toMatchObject({ position: 2 });
    expect(await order()).toEqual([
      [second, 0],
      [third, 1],
      [first, 2],
    ]);
    await move(first, 0);
    await ask('DELETE', 'data_layers_ctrl', { dataLayerID: second });
    expect(await order()).toEqual([
      [first, 0],
      [third, 1],
    ]);
  });
});

test('a project, its map and its layers are their owner’s alone', async () => {
  const projectID = await makeProject();
  const mapID = (await ask('POST', 'maps_ctrl', { projectID })).json().id;
  const dataLayerID = (await makeLayer(projectID)).id;
  const title = keyValUpdateArray({ title: 'Taken' });
  const calls: [Method, string, Record<string, string | number>][] = [
    ['GET', 'projects_ctrl', { accountID: owner.id, type: 'all' }],
    ['GET', 'projects_ctrl', { projectID, type: 'byID' }],
    ['POST', 'projects_ctrl', { accountID: owner.id }],
    ['PUT', 'projects_ctrl', { projectID, keyValUpdateArray: title }],
    ['DELETE', 'projects_ctrl', { projectID }],
    ['GET', 'maps_ctrl', { projectID }],
    ['POST', 'maps_ctrl', { projectID }],
    ['PUT', 'maps_ctrl', { mapID, keyValUpdateArray: keyValUpdateArray({ last_zoom: 3 }) }],
    ['GET', 'data_layers_ctrl', { projectID, type: 'all' }],
    ['GET', 'data_layers_ctrl', { dataLayerID, type: 'byID' }],
    ['POST', 'data_layers_ctrl', { projectID }],
    [
      'PUT',
      'data_layers_ctrl',
      { dataLayerID, type: 'attrs', keyValUpdateArray: keyValUpdateArray({ label: 'Taken' }) },
    ],
    ['PUT', 'data_layers_ctrl', { dataLayerID, type: 'color' }],
    ['DELETE', 'data_layers_ctrl', { dataLayerID }],
  ];
  for (const [method, call, query] of calls) {
    const name = `${method} ${call} ${JSON.stringify(query)}`;
    expect([name, (await ask(method, call, query, stranger)).statusCode]).toEqual([name, 404]);
    const visitor = await refugia.app.inject({
      method,
      url: `/api/conservation_value_mapper/${call}`,
    });
    expect([name, visitor.statusCode]).toEqual([name, 401]);
  }
  const kept = await ask('GET', 'projects_ctrl', { projectID, type: 'byID' });
  expect(kept.json()).toMatchObject({ title: 'New Project' });
});

test.each([
  [
    'a title of 51 characters',
    'projects_ctrl',
    { keyValUpdateArray: JSON.stringify([{ key: 'title', val: 'x'.repeat(51) }]) },
    '"title" must have at most 50 characters.',
  ],
  [
    'a zoom that is text',
    'maps_ctrl',
    { keyValUpdateArray: '[{"key":"last_zoom","val":"5"}]' },
    '"last_zoom" must be a number.',
  ],
  [
    'a kind of change that is not there',
    'data_layers_ctrl',
    { type: 'colour' },
    'This must be one of: attrs, color, display.',
  ],
])('%s is named in the refusal', async (_, call, query: Record<string, string>, sentence) => {
  const reply = await ask('PUT', call, { projectID: 1, mapID: 1, dataLayerID: 1, ...query });
  expect(reply.statusCode).toBe(400);
  expect(Object.values(reply.json().fields)).toEqual([sentence]);
  expect(reply.json().error).toBe(sentence.replace('This must', '"type" must'));
});
