import { randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import PostalMime from 'postal-mime';
import { type Method, uploadForm } from './map-calls.ts';
import { signUpOf } from './sign-up.ts';

/** A signed-up account at a server that runs as a process, with a token that stays valid. */
export interface RunningAccount {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

export interface RunningReply {
  readonly status: number;
  /** The parsed JSON of the reply, or its text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of a reply.
  readonly body: any;
}

const mailPatienceMilliseconds = 120_000;

/** Sends JSON to a running server. A connection is not reused, since the server may be ended. */
export async function callRunning(
  address: string,
  path: string,
  options: {
    method?: Method;
    as?: Pick<RunningAccount, 'token'> | undefined;
    body?: object | undefined;
  } = {},
): Promise<RunningReply> {
  const { method = 'GET', as, body } = options;
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `JWT ${as.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isJson = reply.headers.get('content-type')?.includes('json');
  return { status: reply.status, body: isJson ? await reply.json() : await reply.text() };
}

/** Sends a call that must succeed, and returns the reply's body. */
export async function doneByRunning(
  address: string,
  path: string,
  options: Parameters<typeof callRunning>[2] = {},
): Promise<RunningReply['body']> {
  const { status, body } = await callRunning(address, path, options);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Signs somebody up at a running server by the mailed link, and logs them in.
 * @param outboxes the mail folders of all processes that may send the mail
 */
export async function signUpAtRunning(
  address: string,
  outboxes: readonly string[],
): Promise<RunningAccount> {
  const username = `user${randomInt(1e9)}`;
  const signUp = signUpOf(username);
  const post = (path: string, body: object) =>
    doneByRunning(address, path, { method: 'POST', body });
  await post('/api/accounts/register', signUp);
  const link = await linkMailedTo(signUp.email, outboxes);
  await post('/api/accounts/activate', Object.fromEntries(link.searchParams));
  const { token } = await post('/token-auth/', { username, password: signUp.password });
  const as = { id: 0, username, token };
  const { id } = await doneByRunning(address, '/api/accounts/useraccount', { as });
  return { ...as, id };
}

async function linkMailedTo(address: string, outboxes: readonly string[]): Promise<URL> {
  const deadline = Date.now() + mailPatienceMilliseconds;
  while (Date.now() < deadline) {
    for (const outbox of outboxes) {
      const names = await readdir(outbox).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.eml'))) {
        const mail = await PostalMime.parse(await readFile(join(outbox, name)));
        const link = /http\S+/.exec(mail.text ?? '')?.[0];
        if (link && mail.to?.some((to) => to.address === address)) return new URL(link);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${address}`);
}

export async function createRunningMap(
  address: string,
  owner: RunningAccount,
  options: { editors?: readonly RunningAccount[]; isPublic?: boolean } = {},
): Promise<number> {
  const change = (method: Method, path: string, body: object) =>
    doneByRunning(address, `/api/rrm/${path}`, { method, as: owner, body });
  const id: number = await change('POST', 'map_requests?type=map', { user: owner.id });
  for (const { username } of options.editors ?? []) {
    await change('POST', 'map_users', { mapID: id, username });
  }
  if (options.isPublic) await change('PUT', 'status', { id, new_status: 'public' });
  return id;
}

export async function uploadToRunning(
  address: string,
  as: RunningAccount,
  file: { mapId: number; name: string; content: string | Uint8Array },
): Promise<RunningReply> {
  const reply = await fetch(`${address}/api/rrm/upload`, {
    method: 'POST',
    headers: { authorization: `JWT ${as.token}` },
    body: uploadForm(file.mapId, file.name, file.content),
  });
  return { status: reply.status, body: await reply.json() };
}

export function creationOf(mapId: number, geometry: object, properties: object = {}) {
  return {
    mapID: mapId,
    client_operation_id: randomUUID() as string,
    changes: [
      {
        feature_id: randomUUID() as string,
        base_revision: 0,
        patch: { kind: 'create', after: { geometry, properties } },
      },
    ],
  };
}

export interface RunningFollower {
  readonly received: ServerMessage[];
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<{ code: number; reason: string }>;
  close(): void;
}

/** Opens the WebSocket of a map at a running server and sends the first message. */
export function followRunning(
  address: string,
  mapId: number,
  who: {
    as?: RunningAccount | undefined;
    since?: number;
    onMessage?(message: ServerMessage): void;
  },
): RunningFollower {
  const { as, since = 0, onMessage } = who;
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/rrm/live/${mapId}`);
  const received: ServerMessage[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ kind: 'hello', since, ...(as && { token: as.token }) })),
  );
  socket.addEventListener('message', ({ data }) => {
    const message: ServerMessage = JSON.parse(String(data));
    if (onMessage) onMessage(message);
    else received.push(message);
  });
  socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  // An error is followed by the close event.
  socket.addEventListener('error', () => {});
  return { received, ended, close: () => socket.close() };
}
