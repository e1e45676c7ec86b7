import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ringAround } from '@refugia/engine/testing/map-features.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses } from '../../../testing/processes.ts';
import {
  createRunningMap,
  creationOf,
  doneByRunning,
  followRunning,
  signUpAtRunning,
} from '../../../testing/running-maps.ts';

const processes = createProcesses();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-slow-reader-'));
});
afterAll(async () => {
  await processes.close(folder);
});

/** A text frame of a client (RFC 6455, 5.2), whose mask of zeros leaves the text as it is. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

/** Opens a WebSocket and reads nothing from it, like a browser that hangs. */
async function openWithoutReading(address: string, path: string, hello: object): Promise<Socket> {
  const upgrade = request(`${address}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  }).end();
  const [, socket] = (await once(upgrade, 'upgrade')) as [unknown, Socket];
  socket.pause();
  socket.on('error', () => {});
  socket.write(frameOf(JSON.stringify(hello)));
  return socket;
}

test('who does not read is disconnected, and gets all of the rest after coming back', {
  timeout: 600_000,
}, async () => {
  const { address } = await processes.startServer({ DATA_DIR: folder });
  const owner = await signUpAtRunning(address, [join(folder, 'outbox')]);
  const mapId = await createRunningMap(address, owner);
  const hello = { kind: 'hello', since: 0, token: owner.token };
  const slow = await openWithoutReading(address, `/api/rrm/live/${mapId}`, hello);
  const peopleLeft: ServerMessage[] = [];
  const other = followRunning(address, mapId, {
    as: owner,
    onMessage: (message) => {
      if (message.kind === 'left') peopleLeft.push(message);
    },
  });

  // The operations are much larger than what the server and the system buffer for a reader.
  const ring = ringAround([-110, 44], 1, 4_000);
  const bytesEach = JSON.stringify(ring).length;
  const wanted = 5 * limits.collaborativeMapper.live.maxWaitingBytes;
  let sent = 0;
  while (peopleLeft.length === 0 && sent * bytesEach < 4 * wanted) {
    const body = creationOf(mapId, { type: 'Polygon', coordinates: [ring] }, { n: sent });
    await doneByRunning(address, '/api/rrm/operations', { method: 'POST', as: owner, body });
    sent++;
  }
  expect(peopleLeft).toHaveLength(1);
  other.close();

  // Messages that were already buffered still arrive. Then the connection ends.
  const seen = await seqsUntilEnd(slow);
  expect(seen.length).toBeLessThan(sent);
  const resumed: number[] = [...seen];
  const { promise: isComplete, resolve } = Promise.withResolvers<void>();
  const back = followRunning(address, mapId, {
    as: owner,
    since: resumed.at(-1) ?? 0,
    onMessage(message) {
      if (message.kind === 'operations') resumed.push(...message.operations.map(({ seq }) => seq));
      if (resumed.at(-1) === sent) resolve();
    },
  });
  await isComplete;
  back.close();
  expect(resumed).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
});

/**
 * Reads until the connection ends, and returns the numbers of the operations in complete messages.
 */
async function seqsUntilEnd(socket: Socket): Promise<number[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  const bytes = Buffer.concat(chunks);
  const seqs: number[] = [];
  for (let at = 0; at + 10 <= bytes.length; ) {
    const short = bytes.readUInt8(at + 1) & 127;
    const headerBytes = short === 127 ? 10 : short === 126 ? 4 : 2;
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short;
    const end = at + headerBytes + length;
    if (end > bytes.length) break;
    const isText = (bytes.readUInt8(at) & 15) === 1;
    if (isText) {
      const message: ServerMessage = JSON.parse(bytes.toString('utf8', at + headerBytes, end));
      if (message.kind === 'operations') seqs.push(...message.operations.map(({ seq }) => seq));
    }
    at = end;
  }
  return seqs;
}
