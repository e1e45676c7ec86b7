import { type GeoKeys, geoKey, geoModel, sortedGeoKeys, userDefined } from '../../crs/geo-key.ts';
import type { Affine, RasterSize } from '../../raster/grid.ts';
import { unlessDamaged } from '../errors.ts';
import type { Directory } from './directory.ts';
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
): Promise<ImagePlace> {
  const numbers = (name: number) =>
    unlessDamaged(directory.numbers(name), 'A tag of the georeference', notes);
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
  const isPoint = keys.numbers.get(geoKey.rasterType) === rasterTypeIsPoint;
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
export function scaleAffine([a, b, c, d, e, f]: Affine, from: RasterSize, to: RasterSize): Affine {
  const across = from.width / to.width;
  const down = from.height / to.height;
  return [a * across, b * down, c, d * across, e * down, f];
}

const rasterTypeIsArea = 1;
const rasterTypeIsPoint = 2;

/**
 * The units of EPSG codes: degree and grad, metre and two kinds of feet. A file with a code and
 * other units, such as kilometres, means another CRS than the code's, which `crs/` reads.
 */
const usualUnits: readonly unknown[] = [9102, 9105, 9001, 9002, 9003, userDefined];

const geoKeysName = 'A tag of the coordinate reference system';

/** The keys as they stand in the file, so that they can be written again. */
export interface GeoKeyTags {
  readonly directory: readonly number[];
  readonly doubles: readonly number[];
  readonly text: string;
}

/** The tags of the keys as numbers and text. One that is missing or cannot be read is empty. */
export interface GeoKeyTable {
  readonly table: Float64Array;
  readonly doubles: Float64Array;
  readonly text: string;
}

/** Reads the tags of the keys. A note says which of them is damaged. */
export async function readGeoKeyTable(directory: Directory, notes: string[]): Promise<GeoKeyTable> {
  const numbers = async (name: number) =>
    (await unlessDamaged(directory.numbers(name), geoKeysName, notes)) ?? new Float64Array();
  const text = await unlessDamaged(directory.text(tag.geoAsciiParams), geoKeysName, notes);
  return {
    table: await numbers(tag.geoKeyDirectory),
    doubles: await numbers(tag.geoDoubleParams),
    text: text ?? '',
  };
}

/**
 * The tags of the keys, for a file whose affine transform refers to the corners of pixels. The result
 * is undefined if there are none. Keys that cannot be read are left out.
 */
export function geoKeyTagsOf({ table, doubles, text }: GeoKeyTable): GeoKeyTags | undefined {
  if (table.length < 8) return undefined;
  const entries: number[][] = [];
  for (let index = 4; index + 4 <= table.length && entries.length < table[3]; index += 4) {
    const [key, place, count, value] = table.subarray(index, index + 4);
    const end = value + (count ?? 0);
    const isWhole =
      place === 0 ||
      (place === tag.geoDoubleParams && end <= doubles.length) ||
      (place === tag.geoAsciiParams && end <= text.length + 1);
    if (isWhole && key !== geoKey.rasterType) entries.push([key, place, count, value]);
  }
  if (entries.length === 0) return undefined;
  entries.push([geoKey.rasterType, 0, 1, rasterTypeIsArea]);
  entries.sort(([one], [other]) => one - other);
  const [version, revision, minor] = table;
  return {
    directory: [version, revision, minor, entries.length, ...entries.flat()],
    doubles: Array.from(doubles),
    text,
  };
}

/** The keys of a CRS that well-known text describes, as Esri and GDAL write and read them. */
export function geoKeyTagsOfText(wkt: string): GeoKeyTags {
  const text = `ESRI PE String = ${wkt}|`;
  const entries = [
    [geoKey.modelType, 0, 1, userDefined],
    [geoKey.rasterType, 0, 1, rasterTypeIsArea],
    [geoKey.projectedCitation, tag.geoAsciiParams, text.length, 0],
  ];
  return { directory: [1, 1, 0, entries.length, ...entries.flat()], doubles: [], text };
}

/** The keys. If their directory is damaged, the result is those that can be read, and a note. */
export function geoKeysOf({ table, doubles, text }: GeoKeyTable, notes: string[]): GeoKeys {
  const values = new Map<number, number | string | readonly number[]>();
  const declared = table[3] ?? 0;
  const present = Math.floor((table.length - 4) / 4);
  if (table.length > 0 && declared > present) {
    notes.push(
      `The GeoTIFF keys are damaged: ${declared} are declared, ${Math.max(present, 0)} are there.`,
    );
  }
  for (let index = 0; index < Math.min(declared, present); index++) {
    const [key, place, count, value] = table.subarray(4 + index * 4, 8 + index * 4);
    if (place === 0) {
      values.set(key, value);
    } else if (place === tag.geoDoubleParams && value + count <= doubles.length) {
      const numbers = Array.from(doubles.subarray(value, value + count));
      values.set(key, count === 1 ? numbers[0] : numbers);
    } else if (place === tag.geoAsciiParams && value <= text.length) {
      values.set(key, text.slice(value, value + count).replace(/\|$/, ''));
    }
  }
  return sortedGeoKeys(values);
}

/** The EPSG code in the keys; undefined if they describe the CRS in another way. */
export function epsgOf(keys: GeoKeys): number | undefined {
  const model = keys.numbers.get(geoKey.modelType);
  const projected = keys.numbers.get(geoKey.projectedCode);
  const geographic = keys.numbers.get(geoKey.geographicCode);
  const isProjected =
    model === geoModel.projected || (model !== geoModel.geographic && projected !== undefined);
  // A model of another kind is described in a citation. The geographic code is that of its base.
  const isGeographic = model === geoModel.geographic || model === undefined;
  const code = isProjected ? projected : isGeographic ? geographic : undefined;
  const units = keys.numbers.get(isProjected ? geoKey.linearUnits : geoKey.angularUnits);
  const isNamed = typeof code === 'number' && code >= 1024 && code < userDefined;
  return isNamed && (units === undefined || usualUnits.includes(units)) ? code : undefined;
}
