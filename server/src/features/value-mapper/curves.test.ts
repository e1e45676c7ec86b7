import { memorySource } from '@refugia/engine/testing/memory-file.ts';
import { openTiff, readWindow } from '@refugia/engine/tiff/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  blackToWhite,
  makeSlope,
  type ValueMapperCalls,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;
let layer: { projectID: number; dataLayerID: number };

beforeAll(async () => {
  refugia = await createTestApp();
  calls = valueMapperCalls(refugia, await refugia.registerAndLogin());
  layer = await calls.makeLayer();
  const rasterID = (await calls.upload(layer.dataLayerID, await makeSlope({ unit: 'm' }))).json();
  await calls.processRaster(rasterID);
});
afterAll(() => refugia.close());

test('a layer takes its name and its unit from its file', async () => {
  const { dataLayerID } = layer;
  const found = await calls.ask('GET', 'data_layers_ctrl', { type: 'byID', dataLayerID });
  expect(found.json()).toMatchObject({ label: 'dem', unit: 'm' });
});

const post = (fnType: string, more: Record<string, unknown>) =>
  calls.ask('POST', 'val_rst_datasets_ctrl', {
    dataLayerID: layer.dataLayerID,
    colorPalette: blackToWhite,
    fnType,
    ...Object.fromEntries(Object.entries(more).map(([key, part]) => [key, JSON.stringify(part)])),
  });

// The columns of the raster hold 0 to 99. The values are exact by the formulas in docs/methods/valuation.md:
// half of a peak's height at half of its width, a tenth and nine tenths at the ends of a sigmoid's rise.
test.each([
  {
    fnType: 'peak',
    asked: { fnCoeffs: { A: 1, B: 40, C: -0.5, D: 20 } },
    told: { val_fn_coeff_A: 1, val_fn_coeff_B: 40, val_fn_coeff_C: -0.5, val_fn_coeff_D: 20 },
    values: { 30: 0, 40: 0.5, 50: 0, 60: -0.4375 },
  },
  {
    fnType: 'sigmoid',
    asked: { fnCoeffs: { A: 2, B: 40, C: -1, D: 20 } },
    // Where the numbers end, the sigmoid is at −0.999695 and 0.999995.
    told: {
      val_fn_coeff_D: 20,
      val_fn_points: null,
      min_val: expect.closeTo(-0.9997, 9),
      max_val: 1,
    },
    values: { 30: -0.8, 40: 0, 50: 0.8 },
  },
  {
    fnType: 'points',
    asked: {
      fnPoints: [
        [20, 0],
        [20, 1],
        [60, 0.5],
        [80, -1],
      ],
    },
    told: {
      min_val: -1,
      max_val: expect.closeTo(0.9875, 9),
      val_fn_coeff_A: null,
      val_fn_coeff_D: null,
      val_fn_points: [
        [20, 0],
        [20, 1],
        [60, 0.5],
        [80, -1],
      ],
    },
    values: { 0: 0, 20: 0, 40: 0.75, 70: -0.25, 99: -1 },
  },
])('a raster is valued by $fnType', async ({ fnType, asked, told, values }) => {
  const posted = await post(fnType, asked);
  expect(posted.statusCode).toBe(200);
  const { valRstDatasetID } = posted.json();
  for (const type of ['genValRst', 'genValImg']) {
    const step = await calls.ask('PUT', 'val_rst_datasets_ctrl', { valRstDatasetID, type });
    expect([type, step.statusCode]).toEqual([type, 200]);
  }
  const valued = await calls.ask('GET', 'val_rst_datasets_ctrl', { valRstDatasetID, type: 'byID' });
  expect(valued.json()).toMatchObject({ val_fn_type: fnType, ...told });
  const file = (await calls.fetch(valued.json().data_file)).rawPayload;
  const { image } = await openTiff(memorySource(file));
  // The file tells how its values were made.
  const { VALUATION = '', SOURCE } = image.bands[0].items ?? {};
  expect(SOURCE).toBe('dem.tif');
  const curve = asked.fnPoints
    ? { type: fnType, points: asked.fnPoints }
    : { type: fnType, coefficients: asked.fnCoeffs };
  expect(JSON.parse(VALUATION)).toEqual({ kind: 'curve', curve, range: { min: 0, max: 99 } });
  const { bands } = await readWindow(image, { column: 0, row: 5, width: 100, height: 1 });
  for (const [column, value] of Object.entries(values)) {
    expect(bands[0]![Number(column)], column).toBe(Math.round(value * 1e4));
  }
});

const coefficients = { A: 1, B: 40, C: 0 };
test.each([
  ['peak', { fnCoeffs: coefficients }],
  ['peak', { fnCoeffs: { ...coefficients, D: 0 } }],
  ['lin', { fnCoeffs: { A: 1, B: 0, C: 0, D: 3 } }],
  ['points', { fnCoeffs: coefficients }],
  ['points', { fnPoints: [[0, 0]] }],
  ['points', { fnPoints: Array.from({ length: 9 }, (_, index) => [index, 0]) }],
  [
    'points',
    {
      fnPoints: [
        [5, 0],
        [4, 1],
      ],
    },
  ],
  [
    'points',
    {
      fnPoints: [
        [4, 0],
        [5, 3.3],
      ],
    },
  ],
])('%s with %o is refused', async (fnType, asked) => {
  const refused = await post(fnType, asked);
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields).join()).toMatch(/^fn(Coeffs|Points)/);
});
