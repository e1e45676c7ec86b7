/** In pixels, as the browser shows the picture. */
export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** The square of a picture that is kept, in pixels of it; not yet rounded. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The smallest side of a crop, in pixels of the picture. A smaller one would not show a face. */
const smallestSize = 64;
const largestZoom = 5;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The crop to begin with: the largest square in the middle of the picture. */
export function startCrop({ width, height }: PhotoSize): Crop {
  const size = Math.min(width, height);
  return { x: (width - size) / 2, y: (height - size) / 2, size };
}

/** How far a picture can be zoomed in; 1 for one that is small already. */
export function maxZoom({ width, height }: PhotoSize): number {
  return clamp(Math.min(width, height) / smallestSize, 1, largestZoom);
}

/** How far a crop is zoomed in: 1 shows the largest square. */
export function zoomOf({ size }: Crop, { width, height }: PhotoSize): number {
  return Math.min(width, height) / size;
}

function placed(crop: Crop, { width, height }: PhotoSize): Crop {
  return {
    x: clamp(crop.x, 0, width - crop.size),
    y: clamp(crop.y, 0, height - crop.size),
    size: crop.size,
  };
}

/** Zooms a crop around its middle, as far as the edges of the picture allow. */
export function zoomTo(crop: Crop, picture: PhotoSize, zoom: number): Crop {
  const size = Math.min(picture.width, picture.height) / clamp(zoom, 1, maxZoom(picture));
  const shift = (crop.size - size) / 2;
  return placed({ x: crop.x + shift, y: crop.y + shift, size }, picture);
}

/** Moves a crop by so many pixels of the picture, as far as its edges allow. */
export function moveBy(crop: Crop, picture: PhotoSize, dx: number, dy: number): Crop {
  return placed({ ...crop, x: crop.x + dx, y: crop.y + dy }, picture);
}

/** Rounds a crop to whole pixels that lie inside the picture. */
export function roundCrop(crop: Crop, { width, height }: PhotoSize): Crop {
  const size = clamp(Math.round(crop.size), 1, Math.min(width, height));
  return {
    x: clamp(Math.round(crop.x), 0, width - size),
    y: clamp(Math.round(crop.y), 0, height - size),
    size,
  };
}
