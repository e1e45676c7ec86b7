import sharp from 'sharp';
import type { TileAddress } from '../../geo/web-mercator.ts';
import { encodePalettePng } from '../palette-png.ts';
import { tileWindow } from './mercator-window.ts';
import type { Cog } from './open-cog.ts';
import { type MapSamples, sampleMap } from './sample-map.ts';
import { isTrueColour, paint, paintTrueColour } from './style.ts';
import type { ValueStyle } from './value-style.ts';

export interface ValueTileOptions extends ValueStyle {
  /** Pixels along a side; 512 for screens of double density. */
  readonly size?: number;
  readonly signal?: AbortSignal | undefined;
}

/** zlib's level: fast, for pictures that are sent once. */
const tileLevel = 3;

/**
 * One Web Mercator tile of a raster as PNG, coloured by its values.
 *
 * @returns null where the tile shows nothing of the raster
 */
export async function renderValueTile(
  cog: Cog,
  tile: TileAddress,
  { size = 256, signal, ...style }: ValueTileOptions = {},
): Promise<Uint8Array | null> {
  const samples = await sampleMap(cog, tileWindow(tile, size), signal);
  return samples ? await encodePicture(samples, cog, style) : null;
}

async function encodePicture(
  samples: MapSamples,
  cog: Cog,
  style: ValueStyle,
): Promise<Uint8Array> {
  const { width, height } = samples;
  if (isTrueColour(cog, style)) {
    const raw = { width, height, channels: 4 } as const;
    return sharp(paintTrueColour(samples, style), { raw })
      .png({ compressionLevel: tileLevel })
      .toBuffer();
  }
  const { indices, colours } = paint(samples, cog, style);
  return encodePalettePng(indices, width, colours, tileLevel);
}
