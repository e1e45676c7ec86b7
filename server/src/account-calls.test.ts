import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bodySchemaOf,
  type DocumentedCall,
  documentedCalls,
  expectDocumented,
  querySchemaOf,
} from '../testing/documented-calls.ts';
import { bodiesFor, queriesFor, type SentBody } from '../testing/payloads.ts';
import { anyRate, createTestApp, type TestApp } from '../testing/test-app.ts';
import { account } from './platform/database/schema/index.ts';
import { hashPassword } from './platform/session/password.ts';

/** Generated requests are sent to every call below these addresses. */
const driven = /^\/(api\/accounts|token-auth|auth)(\/|$)/;
const runsPerCall = 40;
/** The seed is fixed, so that a run does not fail by chance. REFUGIA_SEED tries another one. */
const seed = Number(process.env.REFUGIA_SEED ?? 1);

let product: TestApp;
let calls: DocumentedCall[];

beforeAll(async () => {
  product = await createTestApp({ config: { rateLimits: anyRate }, work: false });
  const passwordHash = await hashPassword('Nobody-Knows-7');
  const person = { passwordHash, firstName: 'Given', lastName: 'Family' };
  await product.platform.database.orm.insert(account).values([
    { ...person, username: 'driver', email: 'driver@example.org', activatedAt: new Date() },
    { ...person, username: 'waiting', email: 'waiting@example.org' },
  ]);
  calls = await documentedCalls(product.app, driven);
});
afterAll(() => product.close());

/** Each request gets a fresh token, because some calls end the session of their token. */
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

async function send(call: DocumentedCall, query: string, body: SentBody, who: string) {
  // The account keeps its name and address, however its profile was changed.
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
    const name = `${call.method} ${call.path}`;
    const statuses = new Set<number>();
    met.set(name, statuses);
    const body = bodiesFor(bodySchemaOf(call));
    await fc.assert(
      fc.asyncProperty(queriesFor(querySchemaOf(call)), body, callers, async (query, sent, who) => {
        const reply = await send(call, query, sent, who);
        statuses.add(reply.statusCode);
        expect(reply.statusCode, reply.body).toBeLessThan(500);
        expectDocumented(call, reply);
      }),
      { seed, numRuns: runsPerCall, endOnFailure: true },
    );
  }
  // Generated requests get beyond the checks: most calls have succeeded at least once.
  const succeeded = [...met].filter(([, statuses]) => [...statuses].some((each) => each < 300));
  expect(succeeded.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/accounts/register',
      'POST /api/accounts/contact',
      'GET /api/accounts/useraccount',
    ]),
  );
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
});
