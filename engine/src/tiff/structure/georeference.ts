import { type GeoKeys, geoKey } from '../../crs/geo-key.ts';
import type { Affine } from '../../raster/grid.ts';
import type { Directory } from './directory.ts';
import { rasterTypeIsPoint } from './geo-keys.ts';
import { tag } from './tags.ts';

/**
 * Reads an image's affine transform from its model tags, for the outer corner of the first pixel.
 * The result is undefined, with a note if something is wrong, when the tags give none.
 */
export async function readAffine(
  directory: Directory,
  keys: GeoKeys,
  notes: string[],
  signal?: AbortSignal,
): Promise<Affine | undefined> {
  // A file may have both. GDAL takes the scale then.
  const affine =
    (await affineOfScale(directory, signal)) ??
    (await affineOfTransformation(directory, notes, signal));
  if (!affine) {
    return undefined;
  }
  if (!affine.every(Number.isFinite) || affine[0] * affine[4] - affine[1] * affine[3] === 0) {
    notes.push('The georeference is ignored: it gives pixels no size.');
    return undefined;
  }
  return keys.get(geoKey.rasterType) === rasterTypeIsPoint ? fromCenterToCorner(affine) : affine;
}

async function affineOfTransformation(
  directory: Directory,
  notes: string[],
  signal?: AbortSignal,
): Promise<Affine | undefined> {
  const matrix = await directory.numbers(tag.modelTransformation, signal);
  if (!matrix || matrix.length < 16) {
    if (directory.count(tag.modelTiepoint) >= 12) {
      notes.push(
        'The image is placed by ground control points only, which give no affine transform.',
      );
    }
    return undefined;
  }
  return [matrix[0], matrix[1], matrix[3], matrix[4], matrix[5], matrix[7]];
}

async function affineOfScale(
  directory: Directory,
  signal?: AbortSignal,
): Promise<Affine | undefined> {
  const scale = await directory.numbers(tag.modelPixelScale, signal);
  const tiepoints = await directory.numbers(tag.modelTiepoint, signal);
  if (!scale || scale.length < 2 || !tiepoints || tiepoints.length < 6) return undefined;
  const isOnlyChoice = !directory.has(tag.modelTransformation);
  if ((scale[0] === 0 || scale[1] === 0) && !isOnlyChoice) return undefined;
  const [column, row, , x, y] = tiepoints;
  // Rows run downwards whatever the sign. Files with a negative scale mean the same.
  const [width, height] = [scale[0], -Math.abs(scale[1])];
  return [width, 0, x - column * width, 0, height, y - row * height];
}

/** PixelIsPoint: the tags refer to the centre of a pixel. */
function fromCenterToCorner([a, b, c, d, e, f]: Affine): Affine {
  return [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2];
}

/** The transform of the same ground for an image of another size in pixels. */
export function scaleAffine(
  [a, b, c, d, e, f]: Affine,
  from: { width: number; height: number },
  to: { width: number; height: number },
): Affine {
  const across = from.width / to.width;
  const down = from.height / to.height;
  return [a * across, b * down, c, d * across, e * down, f];
}
