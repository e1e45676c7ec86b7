import { readFileSync } from 'node:fs';

/** A published shift from a datum to WGS 84. */
export interface DatumShift {
  /** As EPSG gives it. */
  readonly accuracyMeters: number;
  /** Where it holds: west, south, east, north; west may lie east of the antimeridian. */
  readonly box: readonly [number, number, number, number];
  /**
   * Nothing for none; three translations in metres; or seven parameters, with rotations in arc seconds
   * (position vector) and scale in parts per million.
   */
  readonly shift: readonly number[];
}

export interface Datum {
  readonly name: string;
  readonly semiMajorMeters: number;
  readonly inverseFlattening: number;
  readonly primeMeridian: number;
  /** The best first. */
  readonly shifts: readonly DatumShift[];
  /** What PROJ shifts by outside of all their boxes; undefined where that isn't known. */
  readonly beyond?: readonly number[] | undefined;
}

/** See README.md beside it for where the figures are from. */
interface DatumTable {
  /**
   * EPSG code of the geographic CRS, name, ellipsoid, prime meridian, shifts, and the number of the one
   * that PROJ uses outside of their boxes: -1 where coordinates stay as they are.
   */
  rows: [
    number,
    string,
    number,
    number,
    number,
    [number, number, number, number, number, ...number[]][],
    number?,
  ][];
  /** Names of datums, without all but letters and digits, with the code of their row. */
  names: Record<string, number>;
  /** Names of datums that are known and can't be converted exactly enough. */
  refused: string[];
}

let loaded: { datums: Map<number, Datum>; names: Map<string, number>; refused: Set<string> };

function load() {
  const table: DatumTable = JSON.parse(
    readFileSync(new URL('./datums.json', import.meta.url), 'utf8'),
  );
  const datums = new Map<number, Datum>();
  for (const [
    code,
    name,
    semiMajorMeters,
    inverseFlattening,
    primeMeridian,
    shifts,
    beyond,
  ] of table.rows) {
    datums.set(code, {
      name,
      semiMajorMeters,
      inverseFlattening,
      primeMeridian,
      shifts: shifts.map(([accuracyMeters, west, south, east, north, ...shift]) => ({
        accuracyMeters,
        box: [west, south, east, north],
        shift,
      })),
      beyond: beyond === undefined ? undefined : (shifts[beyond]?.slice(5) ?? []),
    });
  }
  return {
    datums,
    names: new Map(Object.entries(table.names)),
    refused: new Set(table.refused),
  };
}

function tables() {
  loaded ??= load();
  return loaded;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z0-9]/g, '');
}

/** The datum of the geographic CRS with an EPSG code; undefined when there is no exact enough shift. */
export function datumOfCode(epsg: number): Datum | undefined {
  return tables().datums.get(epsg);
}

/** The datum with a name, as OGC, EPSG or Esri write it. */
export function datumOfName(name: string): Datum | undefined {
  const code = tables().names.get(plain(name));
  return code === undefined ? undefined : datumOfCode(code);
}

/** Whether a datum is known to need more than a published shift. */
export function isRefusedDatum(name: string): boolean {
  return tables().refused.has(plain(name));
}
