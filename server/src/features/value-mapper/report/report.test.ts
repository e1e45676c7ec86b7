import { hectaresFrom } from '@refugia/contract/value-mapper/value-areas.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../testing/read-pdf.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import {
  makeSlope,
  type ValueMapperCalls,
  valueByCurve,
  valueMapperCalls,
} from '../../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;
let headers: Record<string, string>;
let projectID: number;
let dataLayerID: number;
const base = '/api/conservation_value_mapper';

beforeAll(async () => {
  refugia = await createTestApp();
  const account = await refugia.registerAndLogin();
  headers = account.headers;
  calls = valueMapperCalls(refugia, account);
  ({ projectID, dataLayerID } = await calls.makeLayer());
});
afterAll(() => refugia?.close());

const send = async (method: 'POST' | 'PUT', call: string, payload: object, as = headers) =>
  await refugia.app.inject({ method, url: `${base}/${call}`, headers: as, payload });
const ask = (settings: object, as = headers) =>
  send('POST', `projects/${projectID}/report.pdf`, settings, as);

test('a project without values has no report, and says what to do', async () => {
  const refused = await ask({});
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_valued']);
  expect(refused.json().error).toContain('curve');
});

test('a report has map, legend, curve, areas, sources and method', async () => {
  const rasterID = (await calls.upload(dataLayerID, await makeSlope({ unit: 'm' }))).json();
  await calls.processRaster(rasterID);
  await valueByCurve(calls, dataLayerID, 'lin', { A: 1, B: 0, C: 0 });
  const first = await readPdf((await ask({})).rawPayload);
  // A4 is 210 by 297 mm.
  expect(first.pages[0]!.size.map(Math.round)).toEqual([595, 842]);
  const text = first.pages.map((page) => page.text).join(' ');
  expect(text).toContain('From 0 m to 99 m the value goes evenly from 0 to 1.');
  expect(text).toContain('Numbers: 0 to 99 (m).');
  expect(text).toContain('dem.tif');
  expect(text).toContain('500 m');
  expect(text).toContain('N ↑');
  // The map and its scale of colors; the picture of the layer stands on the next page.
  expect(first.pages.map(({ pictures }) => pictures)).toEqual([2, 1]);
  // 79 rows and 50 columns of 30 m from the value 50/99, where the scale of UTM is 0.9996.
  const hectares = Math.round((79 * 50 * 0.09) / 0.9996 ** 2);
  expect(text).toContain(`${hectares} ha (50 %) at or above 0.5`);
});

test('with a combination it has its map and the weights, in the paper and units that are asked for', async () => {
  const other = (await calls.ask('POST', 'data_layers_ctrl', { projectID })).json().id;
  await calls.processRaster((await calls.upload(other, await makeSlope(), 'roads.tif')).json());
  await valueByCurve(calls, other, 'step', { A: 1, B: 40, C: 0 });
  const part = { above: null, leaves_out: false };
  const combination = {
    layers: [
      { ...part, data_layer: dataLayerID, weight: 0.75 },
      { ...part, data_layer: other, weight: 0.25, above: 0.5 },
    ],
    missing: 'no-data',
    grid_layer: null,
    color_palette: { min: '#be2428', zero: '#f5f3ee', max: '#147642' },
  };
  await send('PUT', `projects/${projectID}/combined`, combination);
  const done = await send('POST', `projects/${projectID}/combined/completion`, {});
  const { areas } = done.json().combined;
  const dot = { width: 20, height: 10, channels: 3, background: '#ff0000' } as const;
  const png = await sharp({ create: dot }).png().toBuffer();
  const picture = `data:image/png;base64,${png.toString('base64')}`;
  const reply = await ask({
    title: 'Forêt de Białowieża',
    author: 'A reader',
    paper: 'letter',
    units: 'acres',
    logo: picture,
    locator: { picture, credits: 'OpenStreetMap' },
    ground: { picture, credits: 'Natural Earth', bounds: [-106, 40, -104, 41] },
  });
  expect(reply.headers['content-type']).toBe('application/pdf');
  const { info, pages } = await readPdf(reply.rawPayload);
  expect(info).toMatchObject({ Title: 'Forêt de Białowieża', Author: 'A reader' });
  // Letter is 8.5 by 11 inches of 72 points.
  expect(pages[0]!.size).toEqual([612, 792]);
  const text = pages.map((page) => page.text).join(' ');
  expect(text).toContain('Combined value');
  expect(text).toContain('Weight: 75 %.');
  expect(text).toContain('Weight: 25 %. A place counts only where its value is above 0.5.');
  expect(text).toContain('Where the map lies. OpenStreetMap');
  expect(text).toContain('Base map: Natural Earth');
  expect(text).toContain('what shows the base map has no value');
  // A degree of longitude is 111.2 km · cos 40.5° = 84.6 km there, and a third of two of them 56 km.
  expect(text).toContain('50 km');
  // NIST Special Publication 811: an acre is 4,046.8564224 m².
  const acres = Math.round((hectaresFrom(areas, 0.5) * 10_000) / 4_046.856_422_4);
  expect(text).toContain(`${acres.toLocaleString('en-US')} ac`);
});

test('nobody else gets it, and what is no setting is refused', async () => {
  const stranger = await refugia.registerAndLogin();
  expect((await ask({}, stranger.headers)).statusCode).toBe(404);
  expect((await ask({}, {})).statusCode).toBe(401);
  const refused = await ask({ paper: 'a3' });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['paper']]);
  const ground = { picture: 'data:image/png;base64,AA==', credits: '' };
  const turned = await ask({ ground: { ...ground, bounds: [-104, 40, -106, 41] } });
  expect([turned.statusCode, Object.keys(turned.json().fields)]).toEqual([400, ['ground']]);
  const broken = await ask({ ground: { ...ground, bounds: [-106, 40, -104, 41] } });
  expect([broken.statusCode, Object.keys(broken.json().fields)]).toEqual([400, ['ground']]);
});
