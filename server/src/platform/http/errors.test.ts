import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerErrors } from './errors.ts';
import { ApiFailure } from './failure.ts';

/** What a route that throws this answers. */
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
