import { DrizzleQueryError } from 'drizzle-orm';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { registerErrors } from './errors.ts';
import { ApiFailure } from './failure.ts';

/** Throws an error in a route, and returns the reply. */
async function replyTo(error: unknown) {
  const app = fastify();
  registerErrors(app.withTypeProvider());
  app.get('/', () => {
    throw error;
  });
  return await app.inject('/');
}

test('a failure answers with its sentence, its word and its fields', async () => {
  const reply = await replyTo(new ApiFailure(409, 'full', 'The boat is full.', { seat: 'Taken.' }));
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toEqual({
    error: 'The boat is full.',
    code: 'full',
    fields: { seat: 'Taken.' },
  });
});

test.each([
  new Error('password of db.internal is wrong'),
  Object.assign(new Error('relation "secret" does not exist'), { statusCode: 502 }),
  Object.assign(new Error('found elsewhere'), { statusCode: 302 }),
])('a fault of our own tells nothing of the inside', async (error) => {
  const reply = await replyTo(error);
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toEqual({
    error: 'Something went wrong.  Please use the contact form to report a bug.',
    code: 'server_error',
  });
});

test.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  new DrizzleQueryError('INSERT', [], Object.assign(new Error('full'), { code: '53100' })),
])('a full disk is no fault of ours, and has its sentence', async (error) => {
  const reply = await replyTo(error);
  expect([reply.statusCode, reply.json()]).toEqual([
    507,
    {
      error: 'The server has no room left: its administrators have to make some.',
      code: 'disk_full',
    },
  ]);
});

const failedQuery = (cause: object) =>
  new DrizzleQueryError('SELECT 1', [], Object.assign(new Error('the driver says'), cause));

test('while the database is away calls say when to come again, and the log tells it once', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const app = fastify({ loggerInstance: log });
  registerErrors(app.withTypeProvider() as never);
  const faults = [
    { code: 'ECONNREFUSED' },
    { code: '57P01' },
    { message: 'Connection terminated' },
  ];
  app.get('/:fault', (request) => {
    throw failedQuery(faults[Number((request.params as { fault: string }).fault)] ?? {});
  });
  for (const [index] of faults.entries()) {
    const reply = await app.inject(`/${index}`);
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.json()).toEqual({
      error: 'The service can not be reached at this moment. Please try again shortly.',
      code: 'unavailable',
    });
  }
  expect(lines.filter((line) => line.includes('the database does not answer'))).toHaveLength(1);
  // An error in the query itself is not an outage.
  expect((await app.inject('/3')).statusCode).toBe(500);
});

test('what an account does that has just been erased is refused like one that is not logged in', async () => {
  const fault = { code: '23503', constraint: 'analysis_run_account_id_account_id_fk' };
  const reply = await replyTo(failedQuery(fault));
  expect(reply.statusCode).toBe(401);
  expect(reply.json()).toMatchObject({ code: 'not_authenticated' });
  const other = { code: '23503', constraint: 'map_comment_map_id_map_id_fk' };
  expect((await replyTo(failedQuery(other))).statusCode).toBe(500);
});
