import { randomInt } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodiesFor, type JsonSchema, queriesFor, type SentBody } from '../testing/payloads.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import type { RateLimits } from './platform/config.ts';
import { account } from './platform/database/schema/index.ts';
import { hashPassword } from './platform/session/password.ts';

/**
 * Drives every call below these addresses, as the API's own document names them: a new call is
 * driven as soon as it is documented.
 */
const driven = /^\/(api\/accounts|token-auth|auth)(\/|$)/;
const runsPerCall = 40;
const seed = Number(process.env.REFUGIA_SEED ?? randomInt(2 ** 31));

interface Operation {
  readonly parameters?: readonly {
    in: string;
    name: string;
    required?: boolean;
    schema: JsonSchema;
  }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, unknown>;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly operation: Operation;
}

/** Refusals that may answer any call, before it is looked at. */
const generalRefusals = ['400', '413', '415'];

const everyRate = Object.fromEntries(
  Object.keys(limits.rate).map((name) => [name, 1_000_000]),
) as RateLimits;

let product: TestApp;
let calls: Call[];

beforeAll(async () => {
  product = await createTestApp({ config: { rateLimits: everyRate }, work: false });
  const passwordHash = await hashPassword('Nobody-Knows-7');
  const person = { passwordHash, firstName: 'Given', lastName: 'Family' };
  await product.platform.database.orm.insert(account).values([
    { ...person, username: 'driver', email: 'driver@example.org', activatedAt: new Date() },
    { ...person, username: 'waiting', email: 'waiting@example.org' },
  ]);
  const { paths } = (await product.app.inject('/api/openapi.json')).json();
  calls = Object.entries(paths as Record<string, Record<string, Operation>>)
    .filter(([path]) => driven.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as Call['method'],
        path,
        operation,
      })),
    );
});
afterAll(() => product.close());

/** A fresh token each time: some calls end the one that they are made with. */
async function authorizationOf(who: string): Promise<Record<string, string>> {
  const { database, sessions } = product.platform;
  switch (who) {
    case 'visitor':
      return {};
    case 'forger':
      return { authorization: 'JWT eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    default: {
      const [found] = await database.orm.select().from(account).where(eq(account.email, who));
      if (!found) throw new Error(`the account of ${who} is gone`);
      return { authorization: `JWT ${await sessions.issue(found)}` };
    }
  }
}

const callers = fc.oneof(
  { weight: 3, arbitrary: fc.constant('driver@example.org') },
  { weight: 2, arbitrary: fc.constantFrom('visitor', 'forger', 'waiting@example.org') },
);

function querySchemaOf({ parameters = [] }: Operation): JsonSchema {
  const inQuery = parameters.filter((each) => each.in === 'query');
  return {
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

async function send(call: Call, query: string, body: SentBody, who: string) {
  // The account stays who it is, however its profile is changed.
  await product.platform.database.orm
    .update(account)
    .set({ email: 'driver@example.org', formerEmail: null, emailChangedAt: null })
    .where(eq(account.id, 1));
  return await product.app.inject({
    method: call.method,
    url: `${call.path}?${query}`,
    headers: {
      ...(await authorizationOf(who)),
      ...(body.contentType !== undefined && { 'content-type': body.contentType }),
    },
    ...(call.method !== 'GET' && body.payload !== undefined && { payload: body.payload }),
  });
}

test('the document names the calls that are driven', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'POST /token-auth/',
      'PUT /api/accounts/useraccount',
      'POST /api/accounts/contact',
      'POST /api/accounts/beta_testing',
    ]),
  );
});

test('whatever is sent, each call answers as documented, and never with a 500', async () => {
  console.info(`account calls: REFUGIA_SEED=${seed}`);
  const met = new Map<string, Set<number>>();
  for (const call of calls) {
    const { operation } = call;
    const name = `${call.method} ${call.path}`;
    const statuses = new Set<number>();
    met.set(name, statuses);
    const body = bodiesFor(operation.requestBody?.content['application/json']?.schema ?? {});
    await fc.assert(
      fc.asyncProperty(
        queriesFor(querySchemaOf(operation)),
        body,
        callers,
        async (query, sent, who) => {
          const reply = await send(call, query, sent, who);
          const status = String(reply.statusCode);
          statuses.add(reply.statusCode);
          expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(500);
          expect([...Object.keys(operation.responses), ...generalRefusals]).toContain(status);
          if (reply.statusCode >= 400) {
            const failure = apiErrorSchema.strict().parse(reply.json());
            expect(failure.error).toMatch(/\S/);
            expect(failure.code).toMatch(/^[a-z_]+$/);
          }
        },
      ),
      { seed, numRuns: runsPerCall, endOnFailure: true },
    );
  }
  // What is generated reaches past the door: most calls have succeeded at least once.
  const succeeded = [...met].filter(([, statuses]) => [...statuses].some((each) => each < 300));
  expect(succeeded.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/accounts/register',
      'POST /api/accounts/contact',
      'GET /api/accounts/useraccount',
    ]),
  );
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
}, 120_000);
