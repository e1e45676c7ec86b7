import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageryTransport } from '@refugia/server/features/habitat-patrol/engine/imagery-transport.ts';
import type { HttpClientOptions } from '@refugia/server/platform/outbound/http-client.ts';
import type { Transport } from '../src/source/transport.ts';
import { type ImageryServer, startImageryServer } from './imagery-server.ts';
import { type SyntheticScene, syntheticScenes, writeSyntheticScenes } from './synthetic-scenes.ts';

interface TestTransportOptions {
  /** The largest number of attempts of a call. */
  attempts?: number;
  attemptDeadline?: Parameters<typeof imageryTransport>[0]['attemptDeadline'];
}

/**
 * The product's own HTTP transport to a server of test imagery, with very short waits between
 * attempts.
 */
export function transportTo(
  { host }: { host: string },
  { attempts = 2, ...options }: TestTransportOptions = {},
): Transport {
  const retry = { attempts, firstDelayMilliseconds: 1, maxDelayMilliseconds: 5 };
  return imageryTransport({ allowedHosts: [host], ...options, retry });
}

/**
 * Serves synthetic scenes from a folder of their own, which is removed when the server is closed.
 */
export async function startSyntheticImagery(
  scenes: readonly SyntheticScene[] = syntheticScenes,
): Promise<ImageryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'refugia-scenes-'));
  await writeSyntheticScenes(folder, scenes);
  const server = await startImageryServer(folder);
  return {
    ...server,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Deadlines of attempts that pass only for a request that the server deliberately leaves
 * unanswered. An answer that is slow, because the machine is busy, is waited for.
 */
export function deadlinesOf(
  server: ImageryServer,
): NonNullable<HttpClientOptions['attemptDeadline']> {
  const waiting = new Map<string, Set<AbortController>>();
  server.onHang((path) => {
    const controllers = waiting.get(path) ?? [];
    waiting.delete(path);
    for (const controller of controllers) controller.abort();
  });
  return (_milliseconds, url) => {
    const controller = new AbortController();
    const { pathname } = new URL(url);
    waiting.set(pathname, (waiting.get(pathname) ?? new Set()).add(controller));
    return controller.signal;
  };
}
