import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
  withoutScenes,
} from '../../../../testing/synthetic-app.ts';

const analysisUrl = '/api/changedetection/analysis';

let product: SyntheticApp;
beforeAll(async () => {
  product = await createSyntheticApp();
});
afterAll(() => product?.close());
beforeEach(() => product.imageryServer.faults.clear());

const newBrowser = (headers?: Record<string, string>) => new RunBrowser(product.testApp, headers);

describe('the run checks', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  test.each([
    ['nothing', {}, 'Please select dates and an area of interest before running an analysis'],
    [
      'nothing but null',
      { coords: null, startDate: null, endDate: null },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no area',
      { ...syntheticRequest, coords: '' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'an area that is no JSON',
      { ...syntheticRequest, coords: '{' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a point',
      { ...syntheticRequest, coords: '{"type":"Point","coordinates":[1,2]}' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no end date',
      { ...syntheticRequest, endDate: undefined },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a day that does not exist',
      { ...syntheticRequest, startDate: '2019-02-30' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a year before 2015',
      { ...syntheticRequest, startDate: '2014-12-31' },
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    [
      'an early year before a late end',
      { ...syntheticRequest, startDate: '2014-12-31', endDate: tomorrow },
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    [
      'an end in the future',
      { ...syntheticRequest, endDate: tomorrow },
      'Please select an end date that is not in the future.',
    ],
    [
      'an end before the start',
      { ...syntheticRequest, startDate: '2021-01-02', endDate: '2021-01-01' },
      'Please make sure your end date occurs after your starting date.',
    ],
  ])('%s', async (_, payload, message) => {
    const reply = await newBrowser().ask('POST', analysisUrl, payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toBe(message);
    expect(reply.json().code).toMatch(/^[a-z_]+$/);
  });

  test('name the fields at fault', async () => {
    const reply = await newBrowser().ask('POST', analysisUrl, { coords: '{' });
    expect(Object.keys(reply.json().fields).sort()).toEqual(['coords', 'endDate', 'startDate']);
  });

  test('an area larger than this release works on', async () => {
    const ring = [
      [-140, 15],
      [-60, 15],
      [-60, 60],
      [-140, 60],
      [-140, 15],
    ];
    const large = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    const reply = await newBrowser().ask('POST', analysisUrl, {
      ...syntheticRequest,
      coords: large,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      error: 'Please draw a polygon that covers a smaller amount of land.',
      code: 'area_too_large',
    });
  });

  test('an area beyond the imagery of the poles, and one nested without an end', async () => {
    const ring = '[[10,83],[11,83],[11,85],[10,83]]';
    const beyond = await newBrowser().ask('POST', analysisUrl, {
      ...syntheticRequest,
      coords: `{"type":"Polygon","coordinates":[${ring}]}`,
    });
    expect(beyond.statusCode).toBe(400);
    expect(beyond.json()).toMatchObject({ code: 'area_beyond_imagery' });
    // The list of scenes refuses the same area. This one lies almost at the pole.
    const polar = '[[10,89.99],[10.001,89.99],[10.001,89.991],[10,89.99]]';
    const scenes = await newBrowser().ask('POST', '/api/changedetection/scenes', {
      ...syntheticRequest,
      coords: `{"type":"Polygon","coordinates":[${polar}]}`,
    });
    expect([scenes.statusCode, scenes.json().fields.coords]).toEqual([
      400,
      'The area reaches to 89.991° north. There is imagery from 80° south to 84° north.',
    ]);
    const nested = '['.repeat(5_000) + ']'.repeat(5_000);
    const deep = await newBrowser().ask('POST', analysisUrl, {
      ...syntheticRequest,
      coords: `{"type":"Polygon","coordinates":[[${nested}]]}`,
    });
    expect(deep.statusCode).toBe(400);
  });

  test('a bare geometry, a feature and a collection of features are understood', async () => {
    const geometry = syntheticWorld.area;
    const feature = { type: 'Feature', properties: {}, geometry };
    for (const shape of [geometry, feature, { type: 'FeatureCollection', features: [feature] }]) {
      const reply = await newBrowser().start({ ...withoutScenes, coords: JSON.stringify(shape) });
      expect([202, 422]).toContain(reply.statusCode);
    }
  });
});
