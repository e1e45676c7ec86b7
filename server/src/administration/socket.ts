import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { messages } from '@refugia/contract/messages.ts';
import { socketPathOf } from '../platform/data-directory/single-process.ts';
import type { Platform } from '../platform/platform.ts';
import type { Keys } from '../platform/session/keys.ts';
import { type Administer, AdministrationError, administrationCallSchema } from './calls.ts';

const maxCallBytes = 64_000;

function tokenOf({ administration }: Keys): Buffer {
  return Buffer.from(administration);
}

function isAuthorized(message: IncomingMessage, keys: Keys): boolean {
  const given = Buffer.from(message.headers.authorization ?? '', 'base64url');
  const expected = tokenOf(keys);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { platform, administer }: { platform: Platform; administer: Administer },
): Promise<void> {
  if (!isAuthorized(message, platform.keys)) {
    const error =
      'The running server has another secret key: run this command with the same settings (SECRET_KEY) and as the same user.';
    return reply(response, 401, { error });
  }
  if (Number(message.headers['content-length'] ?? Number.NaN) > maxCallBytes) {
    return reply(response, 413, { error: 'The call is too large.' });
  }
  try {
    const call = administrationCallSchema.parse(await json(message));
    reply(response, 200, { answer: await administer(call) });
  } catch (error) {
    if (error instanceof AdministrationError) return reply(response, 400, { error: error.message });
    platform.log.error({ err: error }, 'administration');
    reply(response, 500, { error: 'The running server failed: its log says why.' });
  }
}

/**
 * Lets the command line reach the process that holds the embedded database: by a socket in the data
 * directory, which its owner alone can open, and by a key that its owner alone can read.
 */
export async function serveAdministration(
  platform: Platform,
  administer: Administer,
): Promise<{ close(): Promise<void> }> {
  const path = socketPathOf(platform.dataDirectory.root, 'admin');
  // This process holds the directory: whatever lies there was left by one that was killed.
  await rm(path, { force: true });
  const server = createServer((message, response) => {
    void answer(message, response, { platform, administer });
  });
  server.listen(path);
  await once(server, 'listening');
  if (process.platform !== 'win32') await chmod(path, 0o600);
  server.unref();
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** @throws {AdministrationError} when the socket is somebody else's */
async function requireOwnSocket(path: string): Promise<void> {
  if (process.getuid === undefined) return;
  const owner = await stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
  if (owner === undefined || owner === process.getuid() || process.getuid() === 0) return;
  throw new AdministrationError(
    'The running server belongs to another user: run this command as that user.',
  );
}

async function send(path: string, token: string, call: object): Promise<[number, unknown]> {
  const body = JSON.stringify(call);
  const sent = request({
    socketPath: path,
    method: 'POST',
    path: '/',
    headers: {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [response.statusCode ?? 0, JSON.parse(await text(response))];
}

/**
 * Reaches the running server that holds a data directory.
 * @param keys derived from the secret key of the installation
 */
export function connectAdministration(directory: string, keys: Keys): Administer {
  const path = socketPathOf(directory, 'admin');
  const token = tokenOf(keys).toString('base64url');
  return async (call) => {
    await requireOwnSocket(path);
    const [status, body] = await send(path, token, call).catch((error: NodeJS.ErrnoException) => {
      throw new AdministrationError(
        `The server that holds ${directory} does not take commands (${error.code ?? error.message}): it is starting or ending. Try again in a moment.`,
      );
    });
    const { answer, error } = body as { answer?: unknown; error?: string };
    if (status === 200) return answer as never;
    throw new AdministrationError(error ?? messages.somethingWentWrong);
  };
}
