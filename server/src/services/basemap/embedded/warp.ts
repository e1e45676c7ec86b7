import { latitudeOf, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';

/** A picture of the whole globe in plate carrée; samples interleaved by pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

/** Four neighbours along one axis and their weights. */
interface Kernel {
  readonly indices: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Warps a picture of the globe onto a Web Mercator tile with cubic (Catmull–Rom) interpolation. Both
 * projections keep columns and rows straight, so each axis is resampled by itself.
 *
 * @param size pixels along the tile's side
 * @param margin pixels beyond each side, for those who need neighbours
 * @returns (size + 2·margin)² pixels, interleaved like the picture's; values may overshoot 0 to 255
 */
export function warpToTile(
  picture: Picture,
  { z, x, y }: TileAddress,
  size: number,
  margin: number,
): Float32Array {
  const { width, height, channels } = picture;
  const side = size + 2 * margin;
  const worldPixels = size * 2 ** z;

  const columns = kernel(side, width, true, (column) => {
    const worldX = (x * size + column - margin + 0.5) / worldPixels;
    return worldX * width - 0.5;
  });
  const rows = kernel(side, height, false, (row) => {
    const worldY = (y * size + row - margin + 0.5) / worldPixels;
    return (0.5 - latitudeOf(worldY) / 180) * height - 0.5;
  });

  const stripes = resampleColumns(picture, columns, rows.indices);
  const output = new Float32Array(side * side * channels);
  const stride = side * channels;
  for (let row = 0; row < side; row++) {
    for (let tap = 0; tap < 4; tap++) {
      const stripe = stripes.get(rows.indices[row * 4 + tap])!;
      const weight = rows.weights[row * 4 + tap];
      for (let at = 0; at < stride; at++) output[row * stride + at] += stripe[at] * weight;
    }
  }
  return output;
}

/** The picture's rows that the tile needs, each resampled to the tile's columns. */
function resampleColumns(
  { data, width, channels }: Picture,
  columns: Kernel,
  neededRows: Int32Array,
): Map<number, Float32Array> {
  const side = columns.indices.length / 4;
  const stripes = new Map<number, Float32Array>();
  for (const row of neededRows) {
    if (stripes.has(row)) continue;
    const stripe = new Float32Array(side * channels);
    for (let column = 0; column < side; column++) {
      for (let tap = 0; tap < 4; tap++) {
        const from = (row * width + columns.indices[column * 4 + tap]) * channels;
        const weight = columns.weights[column * 4 + tap];
        for (let channel = 0; channel < channels; channel++) {
          stripe[column * channels + channel] += data[from + channel] * weight;
        }
      }
    }
    stripes.set(row, stripe);
  }
  return stripes;
}

/**
 * @param wraps beyond the last pixel comes the first (longitude), rather than the last again
 * @param positionOf the place in the picture, in pixels, of an output pixel
 */
function kernel(
  length: number,
  end: number,
  wraps: boolean,
  positionOf: (index: number) => number,
): Kernel {
  const indices = new Int32Array(length * 4);
  const weights = new Float32Array(length * 4);
  for (let index = 0; index < length; index++) {
    const position = positionOf(index);
    const floor = Math.floor(position);
    const fraction = position - floor;
    catmullRom(fraction, weights, index * 4);
    for (let tap = 0; tap < 4; tap++) {
      const neighbour = floor + tap - 1;
      indices[index * 4 + tap] = wraps
        ? ((neighbour % end) + end) % end
        : Math.min(end - 1, Math.max(0, neighbour));
    }
  }
  return { indices, weights };
}

function catmullRom(t: number, weights: Float32Array, offset: number): void {
  weights[offset] = ((-t + 2) * t - 1) * t * 0.5;
  weights[offset + 1] = ((3 * t - 5) * t * t + 2) * 0.5;
  weights[offset + 2] = ((-3 * t + 4) * t + 1) * t * 0.5;
  weights[offset + 3] = (t - 1) * t * t * 0.5;
}
