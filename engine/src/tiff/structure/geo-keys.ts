import { type GeoKeys, geoKey } from '../../crs/geo-key.ts';
import { unlessDamaged } from '../errors.ts';
import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

export const geoModel = { projected: 1, geographic: 2 } as const;
export const rasterTypeIsArea = 1;
export const rasterTypeIsPoint = 2;

/** "User-defined": the keys give the CRS by its parameters, not by a code. */
const userDefined = 32_767;

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
export async function readGeoKeyTable(
  directory: Directory,
  notes: string[],
  signal?: AbortSignal,
): Promise<GeoKeyTable> {
  const numbers = async (name: number) =>
    (await unlessDamaged(directory.numbers(name, signal), geoKeysName, notes)) ??
    new Float64Array();
  const text = await unlessDamaged(directory.text(tag.geoAsciiParams, signal), geoKeysName, notes);
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
    const [key, place, count, value] = table.subarray(index, index + 4) as unknown as number[];
    const end = value! + (count ?? 0);
    const isWhole =
      place === 0 ||
      (place === tag.geoDoubleParams && end <= doubles.length) ||
      (place === tag.geoAsciiParams && end <= text.length + 1);
    if (isWhole && key !== geoKey.rasterType) entries.push([key!, place!, count!, value!]);
  }
  if (entries.length === 0) return undefined;
  entries.push([geoKey.rasterType, 0, 1, rasterTypeIsArea]);
  entries.sort(([one], [other]) => one! - other!);
  const [version, revision, minor] = table;
  return {
    directory: [version!, revision!, minor!, entries.length, ...entries.flat()],
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
  const keys = new Map<number, number | string | readonly number[]>();
  if (table.length === 0) return keys;
  const declared = table[3] ?? 0;
  const present = Math.floor((table.length - 4) / 4);
  if (declared > present) {
    notes.push(
      `The GeoTIFF keys are damaged: ${declared} are declared, ${Math.max(present, 0)} are there.`,
    );
  }
  for (let index = 0; index < Math.min(declared, present); index++) {
    const [key, place, count, value] = table.subarray(4 + index * 4, 8 + index * 4);
    if (place === 0) {
      keys.set(key, value);
    } else if (place === tag.geoDoubleParams && value + count <= doubles.length) {
      const numbers = Array.from(doubles.subarray(value, value + count));
      keys.set(key, count === 1 ? numbers[0] : numbers);
    } else if (place === tag.geoAsciiParams && value <= text.length) {
      keys.set(key, text.slice(value, value + count).replace(/\|$/, ''));
    }
  }
  return keys;
}

/** The EPSG code in the keys; undefined if they describe the CRS in another way. */
export function epsgOf(keys: GeoKeys): number | undefined {
  const model = keys.get(geoKey.modelType);
  const projected = keys.get(geoKey.projectedCode);
  const geographic = keys.get(geoKey.geographicCode);
  const isProjected =
    model === geoModel.projected || (model !== geoModel.geographic && projected !== undefined);
  // A model of another kind is described in a citation. The geographic code is that of its base.
  const isGeographic = model === geoModel.geographic || model === undefined;
  const code = isProjected ? projected : isGeographic ? geographic : undefined;
  const units = keys.get(isProjected ? geoKey.linearUnits : geoKey.angularUnits);
  const isNamed = typeof code === 'number' && code >= 1024 && code < userDefined;
  return isNamed && (units === undefined || usualUnits.includes(units)) ? code : undefined;
}
