import type { ServerResponse } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import type { Place } from '@refugia/contract/basemap.ts';
import Fastify from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, sendJson, startStandIn } from '../../../testing/stand-in.ts';
import { testConfig } from '../../../testing/test-app.ts';
import type { GeocoderConfig } from '../../platform/config.ts';
import type { App } from '../../platform/http/api.ts';
import { registerErrors } from '../../platform/http/errors.ts';
import type { Sessions } from '../../platform/session/sessions.ts';
import { registerGeocoder } from './routes.ts';

/** A reply in the form that Photon documents: GeoJSON with the names of OpenStreetMap's tags. */
const photonReply = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-120.04, 39.09] },
      properties: {
        osm_type: 'R',
        osm_id: 10003,
        osm_key: 'natural',
        osm_value: 'water',
        type: 'other',
        name: 'Lake Tahoe',
        countrycode: 'US',
        country: 'United States',
        state: 'California',
        extent: [-120.164, 39.249, -119.925, 38.928],
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-98.5, 62.1] },
      properties: { osm_key: 'natural', osm_value: 'water', name: 'Tahoe', countrycode: 'CA' },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-120.3, 39.2] },
      properties: { osm_key: 'leisure', osm_value: 'park', countrycode: 'US' },
    },
  ],
};

/**
 * A reply in the form that Nominatim documents for `format=jsonv2`: numbers as texts, with south
 * and north first in bounds.
 */
const nominatimReply = [
  {
    place_id: 1,
    osm_type: 'relation',
    osm_id: 2,
    lat: '42.2903',
    lon: '-123.7801',
    category: 'boundary',
    type: 'national_forest',
    place_rank: 25,
    addresstype: 'boundary',
    name: 'Siskiyou National Forest',
    display_name: 'Siskiyou National Forest, Curry County, Oregon, United States',
    address: { county: 'Curry County', state: 'Oregon', country_code: 'us' },
    boundingbox: ['41.8821', '42.8787', '-124.3711', '-123.2292'],
  },
];

let service: StandIn;
let agents: (string | undefined)[];
let body: unknown;
/** The time of a clock that advances only while something waits. */
let time: number;
const clock = {
  now: () => time,
  wait: async (milliseconds: number) => {
    time += milliseconds;
  },
};
const apps: App[] = [];

beforeEach(async () => {
  agents = [];
  body = photonReply;
  time = 0;
  service = await startStandIn((request, reply) => {
    agents.push(request.headers['user-agent']);
    sendJson(reply, body);
  });
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await service.close();
});

/** Nobody is logged in. */
const sessions = { read: async () => undefined } as unknown as Sessions;

async function search(kind: GeocoderConfig['kind']) {
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>();
  apps.push(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrors(app);
  await app.register(rateLimit, { global: false });
  const config = {
    ...testConfig(),
    publicUrl: 'https://maps.example.org',
    supportEmail: 'help@example.org',
    geocoder: { kind, url: service.url },
  };
  registerGeocoder(app, { config, sessions }, { clock });
  return (q: string) => app.inject(`/api/geocoder/places?${new URLSearchParams({ q })}`);
}

describe('the geocoder', () => {
  test('Photon finds a lake with its size; what lies elsewhere or has no name is left out', async () => {
    const reply = await (await search('photon'))('lake tahoe');
    expect(reply.json<Place[]>()).toEqual([
      {
        kind: 'other',
        name: 'Lake Tahoe',
        region: 'California',
        description: 'Lake',
        longitude: -120.04,
        latitude: 39.09,
        bounds: [-120.164, 38.928, -119.925, 39.249],
        fips: null,
        population: null,
        border: null,
      },
    ]);
    const { pathname, searchParams } = service.requests[0];
    expect([pathname, searchParams.get('q'), searchParams.get('lang')]).toEqual([
      '/api',
      'lake tahoe',
      'en',
    ]);
    // Both services require that requests say who asks.
    expect(agents).toEqual(['Refugia (https://maps.example.org, help@example.org)']);
  });

  test('Nominatim finds a forest in the United States', async () => {
    body = nominatimReply;
    const [forest] = (await (await search('nominatim'))('Siskiyou')).json<Place[]>();
    expect(forest).toMatchObject({
      name: 'Siskiyou National Forest',
      region: 'Curry County, Oregon',
      description: 'National forest',
      longitude: -123.7801,
      latitude: 42.2903,
      bounds: [-124.3711, 41.8821, -123.2292, 42.8787],
    });
    const { pathname, searchParams } = service.requests[0];
    expect([pathname, searchParams.get('countrycodes')]).toEqual(['/search', 'us']);
  });

  test('the same question is asked once, others one after the other', async () => {
    let atOnce = 0;
    let most = 0;
    service.answer = (_request, reply) => {
      atOnce++;
      most = Math.max(most, atOnce);
      setImmediate(() => {
        atOnce--;
        sendJson(reply, photonReply);
      });
    };
    const ask = await search('photon');
    await Promise.all([ask('Tahoe'), ask(' tahoe '), ask('Crater'), ask('Mono')]);
    await ask('TAHOE');
    expect(service.requests.map(({ searchParams }) => searchParams.get('q'))).toEqual([
      'tahoe',
      'crater',
      'mono',
    ]);
    expect(most).toBe(1);
  });

  test('two requests are a second apart, and too many at once are refused', async () => {
    const times: number[] = [];
    service.answer = (_request, reply) => {
      times.push(time);
      sendJson(reply, photonReply);
    };
    const ask = await search('photon');
    const replies = await Promise.all(['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg'].map(ask));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 200, 200, 503, 503,
    ]);
    // The public Nominatim's usage policy: at most one request a second.
    expect(times).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });

  test.each([
    ['an error', (reply: ServerResponse) => reply.writeHead(500).end()],
    ['something else', (reply: ServerResponse) => sendJson(reply, { wrong: true })],
  ])('a geocoder that answers with %s is told as away', async (_what, answer) => {
    service.answer = (_request, reply) => answer(reply);
    const reply = await (await search('photon'))('tahoe');
    expect([reply.statusCode, reply.json().error]).toEqual([
      503,
      'The search for forests, lakes and parks does not answer. Please try again later.',
    ]);
  });

  test('without the setting there is no such call', async () => {
    const app: App = Fastify().withTypeProvider<ZodTypeProvider>();
    apps.push(app);
    registerGeocoder(app, { config: { ...testConfig(), geocoder: undefined }, sessions });
    expect((await app.inject('/api/geocoder/places?q=tahoe')).statusCode).toBe(404);
  });
});
