import { type GeoKeys, geoKey } from '../../crs/geo-key.ts';
import type { Affine } from '../../raster/grid.ts';
import { unlessDamaged } from '../errors.ts';
import type { Directory } from './directory.ts';
import { rasterTypeIsPoint } from './geo-keys.ts';
import { tag } from './tags.ts';

/** Where the pixels of an image lie. */
export interface ImagePlace {
  /** Transforms pixel to CRS coordinates; undefined if the file does not georeference the image. */
  readonly affine: Affine | undefined;
  /** Whether the file has no transform, but ground control points. */
  readonly hasPointsOnly: boolean;
}

/** The numbers of the model tags; undefined for one that is missing or cannot be read. */
interface ModelTags {
  readonly scale: Float64Array | undefined;
  readonly tiepoints: Float64Array | undefined;
  readonly matrix: Float64Array | undefined;
}

/** The numbers of a point: column, row and height in the image, and x, y and z on the ground. */
const numbersOfPoint = 6;

/**
 * Reads an image's affine transform from its model tags, for the outer corner of the first pixel. It
 * is undefined when the tags give none, with a note if something is wrong.
 */
export async function readPlace(
  directory: Directory,
  keys: GeoKeys,
  notes: string[],
  signal?: AbortSignal,
): Promise<ImagePlace> {
  const numbers = (name: number) =>
    unlessDamaged(directory.numbers(name, signal), 'A tag of the georeference', notes);
  const tags: ModelTags = {
    scale: await numbers(tag.modelPixelScale),
    tiepoints: await numbers(tag.modelTiepoint),
    matrix: await numbers(tag.modelTransformation),
  };
  // A file may have both. GDAL takes the scale then.
  const affine = affineOfScale(tags) ?? affineOfMatrix(tags);
  if (!affine) {
    const hasPointsOnly = !tags.matrix && (tags.tiepoints?.length ?? 0) >= 2 * numbersOfPoint;
    if (hasPointsOnly) {
      notes.push(
        'The image is placed by ground control points only, which give no affine transform.',
      );
    } else if (tags.scale || tags.tiepoints || tags.matrix) {
      notes.push('The georeference is ignored: numbers are missing.');
    }
    return { affine: undefined, hasPointsOnly };
  }
  if (!affine.every(Number.isFinite) || affine[0] * affine[4] - affine[1] * affine[3] === 0) {
    notes.push('The georeference is ignored: it gives pixels no size or no place.');
    return { affine: undefined, hasPointsOnly: false };
  }
  const isPoint = keys.get(geoKey.rasterType) === rasterTypeIsPoint;
  return { affine: isPoint ? fromCenterToCorner(affine) : affine, hasPointsOnly: false };
}

function affineOfMatrix({ matrix }: ModelTags): Affine | undefined {
  if (!matrix || matrix.length < 16) return undefined;
  return [matrix[0], matrix[1], matrix[3], matrix[4], matrix[5], matrix[7]];
}

function affineOfScale({ scale, tiepoints, matrix }: ModelTags): Affine | undefined {
  if (!scale || scale.length < 2 || !tiepoints || tiepoints.length < numbersOfPoint) {
    return undefined;
  }
  if ((scale[0] === 0 || scale[1] === 0) && matrix) return undefined;
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
