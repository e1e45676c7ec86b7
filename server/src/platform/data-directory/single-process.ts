import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../thrown.ts';

/** The self-description of a process that holds a data directory. */
export interface Holder {
  readonly pid: number;
  /** The address on which it listens, or undefined while it starts. */
  readonly address: string | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Another process holds the data directory. */
export class DirectoryHeldError extends Error {
  /** Undefined when the other process is there but does not answer. */
  readonly holder: Holder | undefined;

  constructor(directory: string, holder: Holder | undefined) {
    const who = holder
      ? `by process ${holder.pid}, ${holder.address ? `which listens on ${holder.address}` : 'which is starting'}, started ${holder.startedAt}`
      : 'by a process that does not answer';
    super(
      `The data directory ${directory} is in use ${who}: stop that process first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DirectoryHeldError';
    this.holder = holder;
  }
}

/** Linux allows 108 bytes for the path of a socket and macOS 104, both including the final zero. */
const longestSocketPath = 100;
/** How long to wait for the holder's answer, which takes a while on a busy machine. */
const answerTimeoutMilliseconds = 10_000;
/** A takeover includes waiting for such an answer and is finished well within this time. */
const takeoverTimeoutMilliseconds = 20_000;

/**
 * The path of the socket on which the holder of a directory listens. It is the same whichever path
 * the caller uses for the directory.
 * @param purpose `process` says who holds it, `admin` takes an administrator's commands
 */
export function socketPathOf(directory: string, purpose: 'process' | 'admin' = 'process'): string {
  const real = realpathSync(directory);
  const key = createHash('sha256').update(real).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\refugia-${purpose}-${key}`;
  const inside = join(real, `${purpose}.sock`);
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  return join(tmpdir(), `refugia-${purpose}-${key}.sock`);
}

type Answer = { readonly kind: 'nobody' } | { readonly kind: 'held'; readonly holder?: Holder };

/** Asks the process at a socket who it is. The socket of a killed process refuses the connection. */
async function ask(path: string): Promise<Answer> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch {
    return { kind: 'nobody' };
  }
  try {
    const signal = AbortSignal.timeout(answerTimeoutMilliseconds);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'end', { signal });
    return { kind: 'held', holder: JSON.parse(text) };
  } catch {
    return { kind: 'held' };
  } finally {
    socket.destroy();
  }
}

/** Whether a process holds a directory, which is there. */
export async function isHeld(directory: string): Promise<boolean> {
  return (await ask(socketPathOf(directory))).kind === 'held';
}

/** @returns false when there is something at that path already */
async function tryListen(server: Server, path: string): Promise<boolean> {
  server.listen(path);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

/**
 * Runs a task in one process at a time. When several processes find the same stale socket, only one
 * may remove it. Otherwise a slower process would remove the new socket of a faster one.
 */
async function withTakeover(path: string, task: () => Promise<void>): Promise<void> {
  const marker = `${path}.takeover`;
  for (;;) {
    try {
      await (await open(marker, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const age = await stat(marker).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      // The process that made the marker was killed during its takeover, which lasts a few
      // milliseconds.
      if (age > takeoverTimeoutMilliseconds) await rm(marker, { force: true });
      await delay(20);
    }
  }
  try {
    await task();
  } finally {
    await rm(marker, { force: true });
  }
}

/**
 * Claims a directory for this process until the process ends, for whatever reason. The claim is a
 * listening socket: unlike a lock file it disappears with its process, and unlike a process id it
 * is never reused.
 * @param describe asked each time another process wants to know who holds the directory
 * @throws {DirectoryHeldError}
 */
export async function claimDirectory(
  directory: string,
  describe: () => Holder,
): Promise<{ release(): Promise<void> }> {
  const path = socketPathOf(directory);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(JSON.stringify(describe()));
  });

  async function claim(): Promise<void> {
    if (await tryListen(server, path)) return;
    const answer = await ask(path);
    if (answer.kind === 'held') throw new DirectoryHeldError(directory, answer.holder);
    await rm(path, { force: true });
    if (!(await tryListen(server, path))) throw new DirectoryHeldError(directory, undefined);
  }

  await withTakeover(path, claim);
  server.unref();
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}
