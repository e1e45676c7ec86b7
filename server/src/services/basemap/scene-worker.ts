import { setPriority } from 'node:os';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { renderMosaicTile } from '@refugia/simulation/index.ts';
import sharp from 'sharp';
import { countryIn } from './country.ts';

/** A tile of one summer's simulated scenes. */
export interface SceneTask {
  readonly year: number;
  readonly address: TileAddress;
}

/** A tile is shown at 512 pixels. This size takes a third of the work and looks hardly coarser. */
const tilePixels = 320;

/**
 * Base map pictures have a lower priority than replies to people. On Linux each thread has its own
 * priority.
 */
const niceness = 5;

if (process.platform === 'linux') setPriority(niceness);

/** @returns WebP, transparent outside the country */
async function draw({ year, address }: SceneTask): Promise<Uint8Array> {
  const country = countryIn(address, tilePixels);
  if (country.kind === 'outside') return emptyPicture();
  const pixels = await renderMosaicTile(address, { year, size: tilePixels });
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

serveTasks<SceneTask, Uint8Array>(draw);
