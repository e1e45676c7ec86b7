import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { renderMosaicTile } from '@refugia/engine/simulation/index.ts';
import sharp from 'sharp';
import { countryIn } from './country.ts';
import type { ThreadQuestion, ThreadReply } from './tile-thread.ts';

/** A tile of one summer's simulated scenes. */
export interface SceneTask {
  readonly year: number;
  readonly address: TileAddress;
}

/** Fewer than the 512 that a tile is shown at: a third of the work, and hardly coarser to the eye. */
const tilePixels = 320;

/** Base map pictures wait for answers to people; on Linux each thread has a priority of its own. */
const niceness = 5;

const port = parentPort;
if (port === null) throw new Error('scene-worker.ts runs as a worker thread only.');
if (process.platform === 'linux') setPriority(niceness);

/** @returns WebP, transparent outside the country */
async function draw({ year, address }: SceneTask): Promise<Uint8Array> {
  const country = countryIn(address, tilePixels);
  if (country.kind === 'outside') return emptyPicture();
  const pixels = renderMosaicTile(address, { year, size: tilePixels });
  const raw = { width: tilePixels, height: tilePixels, channels: 4 } as const;
  const picture = sharp(pixels, { raw });
  if (country.kind === 'border') {
    picture.composite([{ input: Buffer.from(country.svg), blend: 'dest-in' }]);
  }
  return picture.webp({ quality: 78, effort: 2 }).toBuffer();
}

function emptyPicture(): Promise<Uint8Array> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 8, height: 8, channels: 4, background } })
    .webp()
    .toBuffer();
}

port.on('message', async ({ id, task }: ThreadQuestion<SceneTask>) => {
  try {
    port.postMessage({ id, bytes: await draw(task) } satisfies ThreadReply);
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies ThreadReply);
  }
});
