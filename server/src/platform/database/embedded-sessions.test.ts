import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { EmbeddedSessions } from './embedded-sessions.ts';

/** Client messages of PostgreSQL's wire protocol 3.0 (PostgreSQL's manual, chapter "Message Formats"). */
const startup = message('', Buffer.from('\0\x03\0\0user\0postgres\0\0', 'latin1'));
const query = message('Q', Buffer.from('SELECT 1\0'));

/** A message of a type, which the first one of a connection does not have. */
function message(type: string, body: Buffer): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + body.length);
  return new Uint8Array(Buffer.concat([Buffer.from(type), length, body]));
}

test('a query that arrives while the database closes ends nothing', async () => {
  const database = await PGlite.create('memory://');
  const sessions = new EmbeddedSessions(database, 1_000);
  const { port1, port2 } = new MessageChannel();
  sessions.add(port2);
  const answers: unknown[] = [];
  port1.on('message', (answer) => answers.push(answer));
  port1.postMessage(startup);
  port1.postMessage(query);
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  const answered = answers.length;

  // The database is closed when it has dumped its data, and the query arrives in the meantime.
  const dumping = sessions.exclusively(() => database.dumpDataDir('none'));
  const closing = sessions.close();
  port1.postMessage(query);
  await Promise.all([dumping, closing]);
  // A query of a closed database would be an unhandled rejection, which fails the test run.
  await delay(50);
  expect(database.closed).toBe(true);
  expect(answers).toHaveLength(answered);
  port1.close();
});
