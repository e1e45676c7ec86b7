import { buildRepeatedTile } from '../../engine/testing/repeated-tile.ts';
import { buildTiff } from '../../engine/testing/tiff-builder.ts';

const width = 80;
const height = 60;
const pixelMeters = 300;
const noData = -9999;

/**
 * A GeoTIFF of made-up elevations in Oregon (NAD83 / UTM zone 10N): a hill of 100 to 1,300 m whose
 * southern rows have no data. It spans about 0.3 degrees.
 */
export async function elevationFile(name = 'hills.tif') {
  const numbers = Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)];
    if (row >= height - 10) return noData;
    const distance = Math.hypot(column - width / 2, row - height / 2);
    return Math.round(1300 - 24 * Math.min(50, distance));
  });
  const buffer = await buildTiff({
    width,
    height,
    bands: [numbers],
    format: 'float',
    bits: 32,
    compression: 'deflate',
    tags: {
      33550: { type: 'double', values: [pixelMeters, pixelMeters, 0] },
      33922: { type: 'double', values: [0, 0, 0, 460_000, 4_940_000, 0] },
      34735: {
        type: 'short',
        values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 26_910],
      },
      42113: { type: 'ascii', values: `${noData}` },
    },
  });
  return { name, mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}

/** The numbers of the parts of `stripesFile`, from west to east. */
export const stripeNumbers = [0, 100, 250, 400];

/** A GeoTIFF of the whole world up to 60° north and south: four stripes from pole to pole. */
export async function stripesFile() {
  const [across, down] = [80, 40];
  const numbers = Array.from(
    { length: across * down },
    (_, index) => stripeNumbers[Math.floor((index % across) / 20)] ?? 0,
  );
  const buffer = await buildTiff({
    width: across,
    height: down,
    bands: [numbers],
    bits: 16,
    tags: {
      33550: { type: 'double', values: [4.5, 3, 0] },
      33922: { type: 'double', values: [0, 0, 0, -180, 60, 0] },
      34735: {
        type: 'short',
        values: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326],
      },
    },
  });
  return { name: 'stripes.tif', mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}

/** A GeoTIFF in Utah whose two classes have colours. */
export async function classesFile() {
  const [across, down] = [40, 30];
  const buffer = await buildTiff({
    width: across,
    height: down,
    bands: [Array.from({ length: across * down }, (_, index) => 1 + (index % 2))],
    tags: {
      262: { type: 'short', values: [3] },
      320: {
        type: 'short',
        values: [200, 40, 40].flatMap((part, band) =>
          Array.from({ length: 256 }, (_, code) => (code === 2 ? part : 40 * band) * 257),
        ),
      },
      33550: { type: 'double', values: [300, 300, 0] },
      33922: { type: 'double', values: [0, 0, 0, 400_000, 4_400_000, 0] },
      34735: { type: 'short', values: [1, 1, 0, 1, 3072, 0, 1, 26_912] },
    },
  });
  return { name: 'classes.tif', mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}

/** A GeoTIFF of 26 million pixels in Utah and Arizona, in a small file. */
export async function largeFile() {
  const buffer = await buildRepeatedTile({ tilesAcross: 10, tilesDown: 10 });
  return { name: 'large.tif', mimeType: 'image/tiff', buffer };
}

/** A GeoTIFF of 5 MB in Utah, which takes a while on a slow line. */
export async function heavyFile() {
  const [width, height] = [1250, 1000];
  const buffer = await buildTiff({
    width,
    height,
    bands: [Array.from({ length: width * height }, (_, index) => index % width)],
    format: 'float',
    bits: 32,
    rowsPerStrip: 50,
    tags: {
      33550: { type: 'double', values: [30, 30, 0] },
      33922: { type: 'double', values: [0, 0, 0, 400_000, 4_400_000, 0] },
      34735: { type: 'short', values: [1, 1, 0, 1, 3072, 0, 1, 26_912] },
    },
  });
  return { name: 'heavy.tif', mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}

/** A GeoTIFF whose pixels have no place on the earth. */
export async function unplacedFile() {
  const buffer = await buildTiff({ width: 4, height: 4, bands: [Array(16).fill(7)] });
  return { name: 'unplaced.tif', mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}
