import type { IncomingMessage } from 'node:http';

/** The largest body that is read to its end. */
const mostBytes = 64_000_000;
const mostMilliseconds = 10_000;

/**
 * Reads and discards the rest of a request that is refused for its size. If the connection were
 * closed while the sender still writes, the sender would not get the reply.
 * @returns when nothing is left, or when reading on would take too long
 */
export function readAway(request: IncomingMessage): Promise<void> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (request.complete || request.destroyed || declared > mostBytes) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) resolve();
  });
  request.once('close', resolve).once('end', resolve).once('error', resolve);
  const timer = setTimeout(resolve, mostMilliseconds);
  return promise.finally(() => clearTimeout(timer));
}
