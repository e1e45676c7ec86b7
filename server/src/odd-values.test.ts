import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodySchemaOf, documentedCalls, wordsOfPrograms } from '../testing/documented-calls.ts';
import { mapCallsOf, square } from '../testing/map-calls.ts';
import type { JsonSchema } from '../testing/payloads.ts';
import { anyRate, createTestApp, type TestAccount, type TestApp } from '../testing/test-app.ts';
import { uploadMetadata } from '../testing/upload-headers.ts';
import { valueMapperCalls } from '../testing/value-mapper-calls.ts';

let product: TestApp;
let user: TestAccount;
let map: { id: number };
let featureId: string;

beforeAll(async () => {
  product = await createTestApp({ config: { rateLimits: anyRate } });
  user = await product.registerAndLogin();
  const calls = mapCallsOf(product);
  map = await calls.createMap(user);
  ({ id: featureId } = await calls.addFeature(user, map.id, square()));
});
afterAll(() => product.close());

/** The value of an example for a schema, with the odd value in the place of every free text. */
function oddlyFilled(schema: JsonSchema, odd: unknown, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return oddlyFilled(schema.anyOf[0], odd, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [
          key,
          oddlyFilled(each, odd, key),
        ]),
      );
    case 'array':
      return [oddlyFilled(schema.items ?? {}, odd, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return map.id;
    default:
      // Ids lead to the map and its feature, so that the texts beside them come as far as they can.
      if (/^(id|mapID)$/.test(name) && schema.type !== 'string') return map.id;
      return /^(DBID|featureID)$/.test(name) ? featureId : odd;
  }
}

/** Sends every documented call with an odd value in all of its texts, and checks the replies. */
async function sendEverywhere(odd: unknown): Promise<string[]> {
  // What ends the session of the other calls, or streams, is left out.
  const calls = (await documentedCalls(product.app, /./)).filter(
    ({ path }) => !/logout|events|live|\/docs/.test(path),
  );
  const faults: string[] = [];
  const text = typeof odd === 'string' ? odd : JSON.stringify(odd);
  for (const call of calls) {
    const { parameters = [] } = call.operation;
    const path = call.path.replace(/\{\w+\}/g, () => encodeURIComponent(text.toWellFormed()));
    const query = new URLSearchParams(
      parameters
        .filter(({ in: place }) => place === 'query')
        .map(({ name, schema }): [string, string] => [
          name,
          String(oddlyFilled(schema, text, name)),
        ]),
    );
    const hasBody = call.operation.requestBody !== undefined;
    const reply = await product.app.inject({
      method: call.method,
      url: `${path}?${query}`,
      headers: { ...user.headers, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { payload: JSON.stringify(oddlyFilled(bodySchemaOf(call), odd)) }),
    });
    // A call that no outside service answers is a 502 or a 503.
    const isFault = reply.statusCode === 500;
    if (isFault || (reply.statusCode >= 400 && wordsOfPrograms.test(reply.body))) {
      faults.push(`${call.method} ${call.path}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
    }
  }
  expect(calls.length).toBeGreaterThan(80);
  return faults;
}

test.each([
  ['a zero character', 'a\0b'],
  ['half a character', 'a\uD800b'],
  ['a mark that turns the text around', 'a\u202Eb'],
  ['marks of lines and directions', 'a\u2028\u200F\u2066b'],
  ['a control character', 'a\u0007\u009Fb'],
  ['an object', { length: 1 }],
  ['a deep list', [[[[[[[[[[[]]]]]]]]]]]],
  ['a huge number', 1e308],
  ['nothing', null],
])('%s in every call is no fault of the server, and is refused in plain words', async (_, odd) => {
  expect(await sendEverywhere(odd)).toEqual([]);
});

test.each(['a\0b.tif', 'a\u202Eb.tif', '\0'])('the name %j of a resumable upload', async (name) => {
  const layer = String((await valueMapperCalls(product, user).makeLayer()).dataLayerID);
  for (const [purpose, target] of [
    ['value-mapper-raster', layer],
    ['value-mapper-raster', 'a\0b'],
    ['a\0b', layer],
  ]) {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...user.headers,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': uploadMetadata({ purpose, target, filename: name }),
      },
    });
    // A name that is left empty is not that of a TIFF (415).
    expect([201, 400, 415], reply.body).toContain(reply.statusCode);
  }
});
