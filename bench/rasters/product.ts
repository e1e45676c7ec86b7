import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { createProcesses } from '../../server/testing/processes.ts';
import {
  registerServedPerson,
  type ServedPerson,
} from '../../server/testing/served-value-mapper.ts';
import { quantile } from '../figures.ts';

/** What one upload to the running product took. */
interface ProductFigures {
  /** From the upload's last byte to its reply. */
  readonly replySeconds: number;
  /** From there to a tile of the coarse picture; undefined where there is none. */
  readonly coarseSeconds: number | undefined;
  /** And to a tile of the whole raster. */
  readonly wholeSeconds: number;
  /** Of each health call from the upload's last byte to the whole raster, in milliseconds. */
  readonly healthMilliseconds: readonly number[];
}

/** Health is asked for by one client, so often. */
const betweenHealthMilliseconds = 20;
/** A tile of this zoom shows some hundred kilometres. */
const tileZoom = 7;

/** Prints what people see of an upload to the running product, and how it gives way to others. */
export async function reportUploads(files: ReadonlyMap<string, string>): Promise<void> {
  const processes = createProcesses();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-bench-uploads-'));
  try {
    const { address } = await processes.startServer({ DATA_DIR: folder });
    const owner = await registerServedPerson({ addressNow: () => address, dataDirectory: folder });
    for (const [name, path] of files) {
      console.log(`\n${name}, uploaded to the running product`);
      console.table(rowOf(await measureUpload(address, owner, path)));
    }
  } finally {
    await processes.close(folder);
  }
}

function rowOf({ healthMilliseconds, ...seconds }: ProductFigures) {
  const at = (share: number) => quantile(healthMilliseconds, share).toFixed(1);
  return {
    'reply, s': seconds.replySeconds.toFixed(2),
    'coarse picture, s': seconds.coarseSeconds?.toFixed(2) ?? 'none',
    'whole raster, s': seconds.wholeSeconds.toFixed(1),
    'health calls': healthMilliseconds.length,
    'health, median ms': at(0.5),
    'health, p95 ms': at(0.95),
    'health, slowest ms': at(1),
  };
}

async function measureUpload(
  address: string,
  owner: ServedPerson,
  path: string,
): Promise<ProductFigures> {
  const dataLayerID = await owner.makeLayer();
  const { rasterID, sentAt } = await sendFile(address, owner, dataLayerID, path);
  const since = () => (performance.now() - sentAt) / 1000;
  const replySeconds = since();
  const health = askForHealth(address);
  const put = (type: string) =>
    owner.ask<ValueRaster>('PUT', 'orig_rst_datasets_ctrl', { rasterID, type });
  const placed = await put('geospatial');
  const { coarse } = placed;
  if (coarse) await fetchTile(owner, placed, coarse.tiles.data);
  const coarseSeconds = coarse ? since() : undefined;
  const whole = await put('img');
  await fetchTile(owner, whole, whole.tiles?.data ?? '');
  const wholeSeconds = since();
  const healthMilliseconds = await health.stop();
  await owner.ask('DELETE', 'data_layers_ctrl', { dataLayerID });
  return { replySeconds, coarseSeconds, wholeSeconds, healthMilliseconds };
}

/** Sends a file by the resumable protocol, in one piece. */
async function sendFile(
  address: string,
  owner: ServedPerson,
  dataLayerID: number,
  path: string,
): Promise<{ rasterID: number; sentAt: number }> {
  const { size } = await stat(path);
  const upload = await owner.beginUpload(dataLayerID, size);
  const sending = httpRequest(`${address}${upload}`, {
    method: 'PATCH',
    headers: {
      ...owner.headers,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': size,
    },
  });
  let sentAt = 0;
  sending.once('finish', () => {
    sentAt = performance.now();
  });
  createReadStream(path, { highWaterMark: 2 ** 20 }).pipe(sending);
  const [reply] = await once(sending, 'response');
  reply.resume();
  if (reply.statusCode !== 204) throw new Error(`The upload was answered ${reply.statusCode}.`);
  return { rasterID: Number(reply.headers['upload-result']), sentAt };
}

/** A tile of numbers in which the raster's centre lies. */
async function fetchTile(owner: ServedPerson, raster: ValueRaster, template: string) {
  const [latitude = 0, longitude = 0] = raster.center_coords ?? [];
  const { x, y } = tileAt(longitude, latitude, tileZoom);
  const address = template
    .replace('{z}', String(tileZoom))
    .replace('{x}', String(x))
    .replace('{y}', String(y));
  const reply = await owner.fetch(address);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${address} answered ${reply.status}.`);
}

function askForHealth(address: string): { stop(): Promise<number[]> } {
  const milliseconds: number[] = [];
  let isWanted = true;
  const asking = (async () => {
    while (isWanted) {
      const started = performance.now();
      await (await fetch(`${address}/api/health`)).arrayBuffer();
      milliseconds.push(performance.now() - started);
      await pause(betweenHealthMilliseconds);
    }
  })();
  return {
    async stop() {
      isWanted = false;
      await asking;
      return milliseconds;
    },
  };
}
