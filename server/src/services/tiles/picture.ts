import type { Bounds } from '@refugia/engine/geo/bounds.ts';
import { latitudeOf, tileBounds, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import sharp, { type ResizeOptions } from 'sharp';
import type { TileTask } from './tile-worker.ts';
import type { Tiles } from './tiles.ts';

/** A part of the map at a zoom, in pixels of that zoom. */
export interface PictureFrame {
  readonly zoom: number;
  /** Position of its upper left corner in the square world of 256 · 2^zoom pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A stored raster, and how it is drawn. */
export type StoredLayer = Pick<TileTask, 'location' | 'rendering'>;

const tileSize = 256;
/** At deeper zooms the scenes' pixels of 10 m would only be enlarged. */
const deepestZoom = 14;
/** Of one picture, so many tiles are made at the same time, so that maps on screens come first. */
const tilesAtOnce = 2;

/** The frame of the largest picture of an area with at most `maxPixels` along each side. */
export function frameOf(bounds: Readonly<Bounds>, maxPixels: number): PictureFrame {
  for (let zoom = deepestZoom; ; zoom--) {
    const frame = frameAt(bounds, zoom);
    if (zoom === 0 || Math.max(frame.width, frame.height) <= maxPixels) return frame;
  }
}

function frameAt([west, south, east, north]: Readonly<Bounds>, zoom: number): PictureFrame {
  const world = tileSize * 2 ** zoom;
  const [left, top] = worldPosition(west, north).map((share) => Math.floor(share * world));
  const [right, bottom] = worldPosition(east, south).map((share) => Math.ceil(share * world));
  return { zoom, left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Where a frame lies, in degrees; its east is beyond 180 across the antimeridian. */
export function boundsOf({ zoom, left, top, width, height }: PictureFrame): Bounds {
  const world = tileSize * 2 ** zoom;
  const longitudeOf = (column: number) => (column / world - 0.5) * 360;
  return [
    longitudeOf(left),
    latitudeOf((top + height) / world),
    longitudeOf(left + width),
    latitudeOf(top / world),
  ];
}

/**
 * Draws a stored raster as the map shows it, in Web Mercator.
 * @returns a PNG, or undefined when a file is not there
 * @throws TilesBusyError when too many tiles wait; the signal's reason
 */
export async function renderPicture(
  tiles: Tiles,
  layers: readonly StoredLayer[],
  frame: PictureFrame,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const parts: { input: Buffer; left: number; top: number }[] = [];
  for (const stored of layers) {
    const ofLayer = await partsOf(tiles, stored, frame, signal);
    if (ofLayer === undefined) return undefined;
    parts.push(...ofLayer);
  }
  const { width, height } = frame;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width, height, channels: 4, background } })
    .composite(parts)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

async function partsOf(
  tiles: Tiles,
  layer: StoredLayer,
  { zoom, left, top, width, height }: PictureFrame,
  signal: AbortSignal | undefined,
) {
  const columns = range(Math.floor(left / tileSize), Math.ceil((left + width) / tileSize));
  const rows = range(Math.floor(top / tileSize), Math.ceil((top + height) / tileSize));
  const wanted = rows.flatMap((y) => columns.map((x) => ({ z: zoom, x, y })));
  const parts: { input: Buffer; left: number; top: number }[] = [];
  let isMissing = false;
  const queue = wanted.values();
  async function work(): Promise<void> {
    for (const tile of queue) {
      signal?.throwIfAborted();
      // Beyond the antimeridian the columns of tiles start again.
      const columns = 2 ** zoom;
      const address = { ...tile, x: ((tile.x % columns) + columns) % columns };
      const png = await tiles.png({ ...layer, tile: address, size: tileSize }, signal);
      if (png === undefined) {
        isMissing = true;
        return;
      }
      parts.push(await placed(png, tile.x * tileSize - left, tile.y * tileSize - top));
    }
  }
  await Promise.all(Array.from({ length: tilesAtOnce }, work));
  return isMissing ? undefined : parts;

  /** Crops a tile that reaches over the picture's edge, since sharp does not accept it otherwise. */
  async function placed(png: Uint8Array, x: number, y: number) {
    const [cutLeft, cutTop] = [Math.max(0, -x), Math.max(0, -y)];
    const partWidth = Math.min(tileSize, width - x) - cutLeft;
    const partHeight = Math.min(tileSize, height - y) - cutTop;
    const isWhole = partWidth === tileSize && partHeight === tileSize;
    const input = isWhole
      ? Buffer.from(png)
      : await sharp(png)
          .extract({ left: cutLeft, top: cutTop, width: partWidth, height: partHeight })
          .png({ compressionLevel: 1 })
          .toBuffer();
    return { input, left: x + cutLeft, top: y + cutTop };
  }
}

/** The world file: a pixel's size and the first one's centre, in metres of EPSG:3857. */
export function worldFile({ zoom, left, top }: PictureFrame): string {
  const [west, , east, north] = tileBounds({ z: zoom, x: 0, y: 0 });
  const pixelMeters = (east - west) / tileSize;
  const x = west + (left + 0.5) * pixelMeters;
  const y = north - (top + 0.5) * pixelMeters;
  return `${[pixelMeters, 0, 0, -pixelMeters, x, y].map((value) => value.toFixed(10)).join('\n')}\n`;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

const thumbnailWidth = 320;
const thumbnailHeight = 200;
/** The margin of a thumbnail around its area, as a share of the area's size. */
const thumbnailMargin = 0.1;

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
  bounds: Readonly<Bounds>,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const frame = widen(frameOf(bounds, 2 * thumbnailWidth));
  const png = await renderPicture(tiles, layers, frame, signal);
  return await resized(png, { width: thumbnailWidth, height: thumbnailHeight });
}

async function resized(
  png: Buffer | undefined,
  options: ResizeOptions,
): Promise<Buffer | undefined> {
  return png && (await sharp(png).resize(options).png({ compressionLevel: 6 }).toBuffer());
}

/** Extends the frame to the thumbnail's proportions around the same centre. */
function widen(frame: PictureFrame): PictureFrame {
  const scale =
    (1 + 2 * thumbnailMargin) *
    Math.max(frame.width / thumbnailWidth, frame.height / thumbnailHeight);
  const [wide, high] = [Math.ceil(thumbnailWidth * scale), Math.ceil(thumbnailHeight * scale)];
  return {
    zoom: frame.zoom,
    left: Math.max(0, frame.left - Math.floor((wide - frame.width) / 2)),
    top: Math.max(0, frame.top - Math.floor((high - frame.height) / 2)),
    width: wide,
    height: high,
  };
}

/** Pixels along the sides of a chip. */
const chipPixels = 320;
/** Where the scenes' pixels are larger than a chip's, tiles of this zoom are smooth enough. */
const deepestChipZoom = 18;

/**
 * A square picture of a small stretch, such as one patch with its surroundings: 320 × 320 pixels.
 *
 * @param bounds west, south, east, north in degrees; a square in Web Mercator
 * @returns a PNG, or undefined when a file is not there
 * @throws TilesBusyError when too many tiles wait; the signal's reason
 */
export async function renderChip(
  tiles: Tiles,
  layer: StoredLayer,
  bounds: Readonly<Bounds>,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const degrees = bounds[2] - bounds[0];
  const wanted = Math.log2((chipPixels * 360) / (tileSize * degrees));
  const zoom = Math.max(0, Math.min(deepestChipZoom, Math.round(wanted)));
  const png = await renderPicture(tiles, [layer], frameAt(bounds, zoom), signal);
  return await resized(png, { width: chipPixels, height: chipPixels, fit: 'fill' });
}
