import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
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
  const sent = Buffer.from(message.headers.authorization ?? '', 'base64url');
  const expected = tokenOf(keys);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
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
    const answered = await administer(call);
    if (Symbol.asyncIterator in answered) {
      response.writeHead(200, { 'content-type': 'application/json' });
      await pipeline(answered, response);
    } else reply(response, 200, { answer: answered });
  } catch (error) {
    // The answer breaks off here, and its reader notices that it is incomplete.
    if (response.headersSent) return platform.log.error({ err: error }, 'administration');
    if (error instanceof AdministrationError) return reply(response, 400, { error: error.message });
    platform.log.error({ err: error }, 'administration');
    reply(response, 500, { error: 'The running server failed: its log says why.' });
  }
}

/**
 * Lets the command line reach the process that has the embedded database open. The socket is in the
 * data directory, and only the directory's owner can open it. Callers also need a key that only the
 * owner can read.
 */
export async function serveAdministration(
  platform: Platform,
  administer: Administer,
): Promise<{ close(): Promise<void> }> {
  const path = socketPathOf(platform.dataDirectory.root, 'admin');
  // This process has claimed the directory, so a socket that is there was left by a killed process.
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

/** @throws {AdministrationError} when another user of the machine owns the socket */
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

async function send(path: string, token: string, call: object): Promise<IncomingMessage> {
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
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return response;
}

async function* readChunks(response: IncomingMessage): AsyncGenerator<string> {
  try {
    yield* response.setEncoding('utf8');
  } catch (cause) {
    throw new AdministrationError('The answer of the running server broke off. Try again.', {
      cause,
    });
  }
}

/**
 * Connects to the running server that has a data directory open.
 * @param directory the data directory's path
 * @param keys derived from the secret key of the installation
 */
export function connectAdministration(directory: string, keys: Keys): Administer {
  const path = socketPathOf(directory, 'admin');
  const token = tokenOf(keys).toString('base64url');
  return async (call) => {
    await requireOwnSocket(path);
    const refuse = (error: NodeJS.ErrnoException): never => {
      throw new AdministrationError(
        `The server that holds ${directory} does not take commands (${error.code ?? error.message}): it is starting or ending. Try again in a moment.`,
      );
    };
    const response = await send(path, token, call).catch(refuse);
    const isDone = response.statusCode === 200;
    if (isDone && call.name === 'export') return readChunks(response) as never;
    const body: unknown = JSON.parse(await text(response).catch(refuse));
    const { answer, error } = body as { answer?: unknown; error?: string };
    if (isDone) return answer as never;
    throw new AdministrationError(error ?? messages.somethingWentWrong);
  };
}
