import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runDownloads } from '@refugia/contract/habitat-patrol/run-patches.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bodySchemaOf,
  type DocumentedCall,
  documentedCalls,
  expectDocumented,
  querySchemaOf,
} from '../testing/documented-calls.ts';
import { awkwardText, bodiesFor, queriesFor } from '../testing/payloads.ts';
import { createFinishedRun, type FinishedRun, RunBrowser } from '../testing/synthetic-app.ts';

/** Generated requests are sent to every call below these addresses. */
const driven = /^\/(api\/changedetection|tiles\/(change|keyed))\//;
const runsPerCall = 30;
/** The seed is fixed, so that a run does not fail by chance. REFUGIA_SEED tries another one. */
const seed = Number(process.env.REFUGIA_SEED ?? 1);

let run: FinishedRun;
let callers: readonly RunBrowser[];
let calls: DocumentedCall[];
/**
 * Values for the parameters in addresses, by parameter: valid ones, other people's, and removed
 * ones.
 */
let parameters: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  run = await createFinishedRun();
  const { testApp, owner, id } = run;
  const [account, other] = [await testApp.registerAndLogin(), new RunBrowser(testApp)];
  callers = [
    owner,
    new RunBrowser(testApp, account.headers),
    new RunBrowser(testApp, { authorization: 'JWT eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }),
    other,
  ];
  const { key } = (await owner.ask('POST', `${run.runUrl}/key`)).json();
  const ids = [id, id, 'A'.repeat(22)];
  const numbers = ['0', '3', '12', '1058', '1542', '-1', '1e3', '99999999'];
  parameters = {
    id: ids,
    run: ids,
    key: [key, 'A'.repeat(22)],
    layer: ['before', 'after', 'change', 'between'],
    file: [...runDownloads],
    ...{ z: numbers, x: numbers, y: numbers, number: ['1', '2', ...numbers] },
  };
  calls = await documentedCalls(testApp.app, driven);
});
afterAll(() => run?.close());

/** The addresses of a call, with a value for each parameter. */
function addressesOf({ path }: DocumentedCall): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(parameters[name] ?? [''])) },
      {
        weight: 1,
        // An empty value would lead to the address of another call.
        arbitrary: awkwardText.map((text) => text.toWellFormed().slice(0, 2_000) || 'none'),
      },
    ),
  );
  return fc
    .tuple(...values)
    .map((chosen) =>
      names.reduce(
        (address, name, index) =>
          address.replace(`{${name}}`, encodeURIComponent(chosen[index] ?? '')),
        path,
      ),
    );
}

test('the document names the calls that are driven', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'POST /api/changedetection/analysis',
      'POST /api/changedetection/aoi',
      'PATCH /api/changedetection/runs/{id}',
      'GET /api/changedetection/runs/{id}/patches/at',
      'GET /tiles/keyed/{key}/{layer}/{z}/{x}/{y}.png',
    ]),
  );
});

test('whatever is sent, each call answers as documented, and never with a 500', async () => {
  console.info(`calls of Habitat Patrol: REFUGIA_SEED=${seed}`);
  const succeeded = new Set<string>();
  // The call that removes the run comes last.
  const inOrder = calls.toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  );
  for (const call of inOrder) {
    await fc.assert(
      fc.asyncProperty(
        addressesOf(call),
        queriesFor(querySchemaOf(call)),
        bodiesFor(bodySchemaOf(call)),
        fc.constantFrom(...callers),
        async (address, query, { payload, contentType }, caller) => {
          const reply = await caller.send(call.method, `${address}?${query}`, {
            headers: {
              prefer: 'respond-async',
              ...(contentType !== undefined && { 'content-type': contentType }),
            },
            ...(call.method !== 'GET' && { payload }),
          });
          expectDocumented(call, reply, apiErrorSchema.loose());
          if (reply.statusCode < 300) succeeded.add(`${call.method} ${call.path}`);
        },
      ),
      { seed, numRuns: runsPerCall, endOnFailure: true },
    );
  }
  // Generated requests get beyond the checks.
  expect([...succeeded]).toEqual(
    expect.arrayContaining([
      'GET /api/changedetection/runs',
      'GET /api/changedetection/runs/{id}',
      'GET /api/changedetection/runs/{id}/downloads/{file}',
      'GET /api/changedetection/runs/{id}/patches',
      'POST /api/changedetection/runs/{id}/key',
    ]),
  );
});
