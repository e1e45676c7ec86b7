import sharp from 'sharp';
import { frameOf, type PictureFrame, renderPicture, type StoredLayer } from './picture.ts';
import type { Tiles } from './tiles.ts';

const width = 320;
const height = 200;
/** The margin around the area, as a share of the area's size. */
const margin = 0.1;

/**
 * A small picture of an area in the middle of a frame of 320 × 200 pixels, transparent around it.
 *
 * @param bounds west, south, east, north in degrees
 * @returns a PNG, or undefined when a file is not there
 * @throws TilesBusyError when too many tiles wait; the signal's reason
 */
export async function renderThumbnail(
  tiles: Tiles,
  layers: readonly StoredLayer[],
  bounds: readonly [number, number, number, number],
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const png = await renderPicture(tiles, layers, widen(frameOf(bounds, 2 * width)), signal);
  return png && (await sharp(png).resize(width, height).png({ compressionLevel: 6 }).toBuffer());
}

/** Extends the frame to the thumbnail's proportions around the same centre. */
function widen(frame: PictureFrame): PictureFrame {
  const scale = (1 + 2 * margin) * Math.max(frame.width / width, frame.height / height);
  const [wide, high] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  return {
    zoom: frame.zoom,
    left: Math.max(0, frame.left - Math.floor((wide - frame.width) / 2)),
    top: Math.max(0, frame.top - Math.floor((high - frame.height) / 2)),
    width: wide,
    height: high,
  };
}
