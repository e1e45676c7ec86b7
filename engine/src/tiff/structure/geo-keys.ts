import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

/** The GeoTIFF keys that decide which CRS a code stands for. */
export const geoKey = {
  modelType: 1024,
  rasterType: 1025,
  geographicCode: 2048,
  angularUnits: 2054,
  projectedCode: 3072,
  linearUnits: 3076,
} as const;

export const geoModel = { projected: 1, geographic: 2 } as const;
export const rasterTypeIsPoint = 2;

/** "User-defined": the CRS is given by its parameters, not by a code. */
const userDefined = 32_767;

/**
 * Units that codes come in: degree and grad, metre and the two feet. A file that gives a code in
 * others (kilometres) means another CRS than the code's.
 */
const usualUnits: readonly unknown[] = [9102, 9105, 9001, 9002, 9003, userDefined];

/** The keys of a file by their numbers: short values and doubles as numbers, text as it stands. */
export type GeoKeys = ReadonlyMap<number, number | string | readonly number[]>;

/** Reads the key directory; a damaged one gives the keys that can be read, and a note. */
export async function readGeoKeys(
  directory: Directory,
  notes: string[],
  signal?: AbortSignal,
): Promise<GeoKeys> {
  const keys = new Map<number, number | string | readonly number[]>();
  const table = await directory.numbers(tag.geoKeyDirectory, signal);
  if (!table) {
    return keys;
  }
  const doubles = (await directory.numbers(tag.geoDoubleParams, signal)) ?? new Float64Array();
  const text = (await directory.text(tag.geoAsciiParams, signal)) ?? '';
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

/** The EPSG code that the keys name; undefined, with a note, when they describe a CRS otherwise. */
export function epsgOf(keys: GeoKeys, notes: string[]): number | undefined {
  const model = keys.get(geoKey.modelType);
  const projected = keys.get(geoKey.projectedCode);
  const geographic = keys.get(geoKey.geographicCode);
  const isProjected =
    model === geoModel.projected || (model === undefined && projected !== undefined);
  const code = isProjected ? projected : geographic;
  const units = keys.get(isProjected ? geoKey.linearUnits : geoKey.angularUnits);
  const isNamed = typeof code === 'number' && code >= 1024 && code < userDefined;
  if (isNamed && (units === undefined || usualUnits.includes(units))) {
    return code;
  }
  if (isNamed) {
    notes.push(`The CRS is EPSG:${code} in other units (${units}), which is not supported.`);
  } else if (keys.size > 0) {
    notes.push('The CRS is described by its own parameters and not by an EPSG code.');
  }
  return undefined;
}
