import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { createProcesses } from '../../server/testing/processes.ts';

/** The product as people have it: its server as a process, on demonstration imagery, on loopback. */
export interface Product {
  readonly address: string;
  /** Of the server's process. */
  readonly pid: number;
  /** Where it keeps its files. */
  readonly dataFolder: string;
  /** Posts as one browser, which keeps the cookie that it is given. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export async function startProduct(): Promise<Product> {
  const processes = createProcesses();
  const dataFolder = await mkdtemp(join(tmpdir(), 'refugia-bench-app-'));
  const { address, child } = await processes.startServer({ DATA_DIR: dataFolder });
  let cookie = '';
  return {
    address,
    pid: child.pid ?? 0,
    dataFolder,
    async post(path, body, headers) {
      const reply = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          prefer: 'respond-async',
          cookie,
          ...headers,
        },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
      cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return reply;
    },
    async close() {
      await processes.close(dataFolder);
    },
  };
}

/** The body of an analysis of a square around a place. */
export function analysisOf(
  { longitude, latitude }: { longitude: number; latitude: number },
  kilometers: number,
): object {
  const north = kilometers / 2 / 111.2;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const square = rectanglePolygon([
    longitude - east,
    latitude - north,
    longitude + east,
    latitude + north,
  ]);
  return {
    coords: writeArea(square),
    startDate: '2019-07-15',
    endDate: '2021-07-15',
  };
}

/** Orders an analysis, as the map screen does; resolves to its id. */
export async function order(product: Product, body: object): Promise<string> {
  const reply = await product.post('/api/changedetection/analysis', body);
  return ((await reply.json()) as { id: string }).id;
}

export async function untilDone({ address }: Product, id: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`${address}/api/changedetection/runs/${id}`);
    const { status } = (await reply.json()) as Run;
    if (status === 'done') return;
    if (status !== 'queued' && status !== 'running') throw new Error(`The run is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
