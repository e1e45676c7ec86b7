import { keyValUpdateArray } from '@refugia/contract/value-mapper/projects.ts';
import { rasterFiles } from '@refugia/contract/value-mapper/rasters.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers, routesOf } from '../../../testing/documented-calls.ts';
import { fileForm } from '../../../testing/file-form.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import {
  blackToWhite,
  makeSlope,
  valueByCurve,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  refugia = await createTestApp();
  owner = await refugia.registerAndLogin();
  stranger = await refugia.registerAndLogin();
});
afterAll(() => refugia.close());

const base = '/api/conservation_value_mapper';
/** A tile of zoom 13 around the slope's middle. */
const tile = '/13/1707/3082';

/** The status for the owner, the method, the address, and the headers that the call needs. */
type Row = readonly [number, string, string, Record<string, string>?];

/** The routes of the Value Mapper, including those of resumable uploads. */
const routesOfApp = /^\/(api\/conservation_value_mapper|api\/uploads|tiles\/value)(\/|$)/;

const tus = { 'tus-resumable': '1.0.0' };
const chunk = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

function beginning(dataLayerID: number): Record<string, string> {
  const about = { purpose: 'value-mapper-raster', target: `${dataLayerID}`, filename: 'slope.tif' };
  const metadata = Object.entries(about).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  return { ...tus, 'upload-length': '1000', 'upload-metadata': metadata.join(',') };
}

async function beginUpload(account: TestAccount, dataLayerID: number) {
  const headers = { ...account.headers, ...beginning(dataLayerID) };
  return await refugia.app.inject({ method: 'POST', url: '/api/uploads', headers });
}

test('every call, tile and file is its owner’s: 401 for a visitor, 404 for another account', async () => {
  const calls = valueMapperCalls(refugia, owner);
  const { projectID, mapID, dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, await makeSlope())).json();
  expect((await calls.processRaster(rasterID)).statusCode).toBe(200);
  const valRstDatasetID = await valueByCurve(calls, dataLayerID, 'lin', { A: 1, B: 0, C: 0 });
  const values = (changes: Record<string, unknown>) =>
    encodeURIComponent(keyValUpdateArray(changes));
  const valuation = `colorPalette=${encodeURIComponent(blackToWhite)}&fnCoeffs=${encodeURIComponent('{"A":1,"B":0,"C":0}')}&fnType=lin`;

  const combined = `${base}/projects/${projectID}/combined`;
  const combination = {
    layers: [{ data_layer: dataLayerID, weight: 1, above: null, leaves_out: false }],
    missing: 'no-data',
    grid_layer: null,
    color_palette: { min: '#000000', zero: '#808080', max: '#ffffff' },
  };

  const zones = `${base}/zones?projectID=${projectID}`;
  const shape = {
    type: 'Polygon',
    coordinates: [
      [
        [-105, 40.6],
        [-104.9, 40.6],
        [-104.9, 40.7],
        [-105, 40.6],
      ],
    ],
  };
  const zoneFile = fileForm(Buffer.from(JSON.stringify(shape)), 'zones.json');
  const makeZones = {
    method: 'POST',
    url: zones,
    headers: owner.headers,
    payload: { shape },
  } as const;
  const made = (await refugia.app.inject(makeZones)).json().zone_set.id;

  const selections = `${base}/selections?projectID=${projectID}`;
  const question = {
    source: `layer:${dataLayerID}`,
    hexagon_hectares: 50,
    budget: { share: 0.5 },
    seconds: 1,
  };
  const startSearch = { ...makeZones, url: selections, payload: question };
  const search = (await refugia.app.inject(startSearch)).json().id;
  const oneSelection = `${base}/selections/${search}`;
  const readSearch = { method: 'GET', url: oneSelection, headers: owner.headers } as const;
  await expect
    .poll(async () => (await refugia.app.inject(readSearch)).json().processing.state)
    .toBe('done');

  const scenarios = `${base}/scenarios?projectID=${projectID}`;
  const scenarioBody = { name: 'First', combination };
  const keepScenario = { ...makeZones, url: scenarios, payload: scenarioBody };
  const oneScenario = `${base}/scenarios/${(await refugia.app.inject(keepScenario)).json().id}`;

  const free = await calls.makeLayer();
  const own = await beginUpload(owner, free.dataLayerID);
  const upload = String(own.headers.location);
  /** Calls in the order in which they are made. Those that delete something come last. */
  const table: Row[] = [
    [201, 'POST', '/api/uploads', beginning(free.dataLayerID)],
    [200, 'HEAD', upload, tus],
    [204, 'PATCH', upload, { ...tus, ...chunk }],
    [204, 'DELETE', upload, tus],
    [200, 'GET', `${base}/projects_ctrl?type=all&accountID=${owner.id}`],
    [200, 'POST', `${base}/projects_ctrl?accountID=${owner.id}`],
    [200, 'GET', `${base}/projects_ctrl?type=byID&projectID=${projectID}`],
    [
      200,
      'PUT',
      `${base}/projects_ctrl?projectID=${projectID}&keyValUpdateArray=${values({ title: 'a' })}`,
    ],
    [200, 'GET', `${base}/maps_ctrl?projectID=${projectID}`],
    [200, 'POST', `${base}/maps_ctrl?projectID=${projectID}`],
    [200, 'PUT', `${base}/maps_ctrl?mapID=${mapID}&keyValUpdateArray=${values({ last_zoom: 4 })}`],
    [200, 'GET', `${base}/data_layers_ctrl?type=all&projectID=${projectID}`],
    [200, 'GET', `${base}/data_layers_ctrl?type=byID&dataLayerID=${dataLayerID}`],
    [200, 'POST', `${base}/data_layers_ctrl?projectID=${projectID}`],
    [
      200,
      'PUT',
      `${base}/data_layers_ctrl?type=attrs&dataLayerID=${dataLayerID}&keyValUpdateArray=${values({ label: 'a' })}`,
    ],
    [
      200,
      'PUT',
      `${base}/data_layers_ctrl?type=display&dataLayerID=${dataLayerID}&keyValUpdateArray=${values({ opacity: 1 })}`,
    ],
    [200, 'PUT', `${base}/data_layers_ctrl?type=color&dataLayerID=${dataLayerID}`],
    [200, 'GET', `${base}/orig_rst_datasets_ctrl?type=all&projectID=${projectID}`],
    [200, 'GET', `${base}/orig_rst_datasets_ctrl?type=byID&rasterID=${rasterID}`],
    ...['metadata', 'crs', 'geospatial', 'img'].map(
      (type): Row => [
        200,
        'PUT',
        `${base}/orig_rst_datasets_ctrl?type=${type}&rasterID=${rasterID}`,
      ],
    ),
    [409, 'POST', `${base}/orig_rst_datasets_ctrl?dataLayerID=${dataLayerID}`],
    [200, 'GET', `${base}/rasters/${rasterID}/histogram`],
    [200, 'GET', `${base}/rasters/${rasterID}/value?longitude=-105&latitude=40.63`],
    ...rasterFiles.flatMap((file): Row[] => [
      [200, 'GET', `${base}/rasters/${rasterID}/files/${file}`],
      [200, 'POST', `${base}/rasters/${rasterID}/files/${file}/ticket`],
    ]),
    [200, 'GET', `/tiles/value/original/${rasterID}${tile}.png`],
    [200, 'GET', `/tiles/value/data/${rasterID}${tile}.bin`],
    [200, 'GET', `/tiles/value/valued/${valRstDatasetID}${tile}.png`],
    [200, 'GET', `${base}/val_rst_datasets_ctrl?type=all&projectID=${projectID}`],
    [200, 'GET', `${base}/val_rst_datasets_ctrl?type=byID&valRstDatasetID=${valRstDatasetID}`],
    [200, 'PUT', `${base}/val_rst_datasets_ctrl?type=genValRst&valRstDatasetID=${valRstDatasetID}`],
    [200, 'PUT', `${base}/val_rst_datasets_ctrl?type=genValImg&valRstDatasetID=${valRstDatasetID}`],
    [200, 'PUT', combined],
    [200, 'GET', combined],
    [200, 'POST', `${combined}/completion`],
    [200, 'GET', `${combined}/file`],
    [200, 'POST', `${combined}/file/ticket`],
    [200, 'DELETE', combined],
    [200, 'POST', `${base}/projects/${projectID}/report.pdf`],
    [200, 'GET', zones],
    [200, 'POST', zones],
    [200, 'POST', zones.replace('?', '/file?')],
    [200, 'GET', `${base}/zones/${made}/outlines`],
    [200, 'GET', `${base}/zones/${made}/statistics?source=layer:${dataLayerID}&threshold=0`],
    [
      200,
      'GET',
      `${base}/zones/${made}/statistics/progress?source=layer:${dataLayerID}&threshold=0`,
    ],
    [200, 'DELETE', `${base}/zones/${made}`],
    [200, 'GET', selections],
    [200, 'POST', selections],
    [200, 'GET', oneSelection],
    [200, 'GET', `${oneSelection}/units`],
    [200, 'DELETE', oneSelection],
    [200, 'GET', scenarios],
    [200, 'POST', scenarios],
    [200, 'PUT', oneScenario],
    [200, 'GET', `${oneScenario}/changes?with=${oneScenario.split('/').at(-1)}`],
    [200, 'DELETE', oneScenario],
    [200, 'DELETE', `${base}/val_rst_datasets_ctrl?valRstDatasetID=${valRstDatasetID}`],
    [200, 'POST', `${base}/val_rst_datasets_ctrl?dataLayerID=${dataLayerID}&${valuation}`],
    [200, 'DELETE', `${base}/data_layers_ctrl?dataLayerID=${dataLayerID}`],
    [200, 'DELETE', `${base}/projects_ctrl?projectID=${projectID}`],
    [404, 'GET', `${base}/rasters/${rasterID}/files/original`],
  ];

  const form = fileForm(await makeSlope(), 'dem.tif');
  const ask = async (row: Row, authorization: Record<string, string>) => {
    const [, method, url, more] = row;
    const takesForm = method === 'POST' && url.includes('orig_rst_datasets_ctrl');
    const reply = await refugia.app.inject({
      method: method as 'GET',
      url,
      headers: { ...authorization, ...more, ...(takesForm && form.headers) },
      ...(takesForm && { payload: form.payload }),
      ...(method === 'POST' && url === zones && { payload: { shape } }),
      ...(method === 'POST' && url === selections && { payload: question }),
      ...(method === 'POST' &&
        url === scenarios && {
          payload: { ...scenarioBody, name: 'Second' },
        }),
      ...(method === 'PUT' && url === oneScenario && { payload: { ...scenarioBody, version: 1 } }),
      ...(url.includes('/zones/file') && {
        headers: { ...authorization, ...zoneFile.headers },
        payload: zoneFile.payload,
      }),
      ...(url.endsWith('report.pdf') && { payload: {} }),
      ...(method === 'PUT' && url === combined && { payload: combination }),
      ...(method === 'PATCH' && { payload: Buffer.from('II*') }),
    });
    return reply.statusCode;
  };
  for (const row of table) {
    const [status, method, url] = row;
    const told = `${method} ${url}`;
    expect([told, await ask(row, {})]).toEqual([told, 401]);
    expect([told, await ask(row, stranger.headers)]).toEqual([told, 404]);
    expect([told, await ask(row, owner.headers)]).toEqual([told, status]);
  }

  // The list of one's own uploads and one's own sample project do not depend on whose id is in the address,
  // so they have no row. What keys for a GIS open is tried with the keys.
  const ofCaller = ['GET /api/uploads', `POST ${base}/sample_project`];
  const routes = routesOf(refugia.app, routesOfApp).filter(
    ({ method, path }) => !ofCaller.includes(`${method} ${path}`) && !path.includes('/shared/'),
  );
  const without = routes.filter(
    (route) => !table.some(([, method, url]) => answers(route, { method, url })),
  );
  expect(without).toEqual([]);
  expect(routes.length).toBeGreaterThan(20);
});

test('the list of uploads is empty for another account, and closed to a visitor', async () => {
  const { dataLayerID } = await valueMapperCalls(refugia, owner).makeLayer();
  await beginUpload(owner, dataLayerID);
  const list = async (headers: Record<string, string>) =>
    await refugia.app.inject({ url: '/api/uploads', headers });
  expect((await list({})).statusCode).toBe(401);
  expect((await list(stranger.headers)).json()).toEqual([]);
  const targets = (await list(owner.headers))
    .json()
    .map(({ target }: { target: string }) => target);
  expect(targets).toContain(`${dataLayerID}`);
});
