import { readFileSync } from 'node:fs';

/** West, south, east, north in degrees; west may lie east of the antimeridian. */
export type Area = readonly [west: number, south: number, east: number, north: number];

export const world: Area = [-180, -90, 180, 90];

/** A published shift from a datum to WGS 84. */
export interface DatumShift {
  /** As EPSG gives it. */
  readonly accuracyMeters: number;
  /** Meant for the sea: never better than another one that holds at a place. */
  readonly isOffshore: boolean;
  /** Where it holds. */
  readonly area: Area;
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
  /** Where longitude and latitude on it are meant to be used. */
  readonly area: Area;
  readonly shifts: readonly DatumShift[];
}

/** See README.md beside it for where the figures are from. */
interface DatumTable {
  /** EPSG code of the geographic CRS, name, ellipsoid, prime meridian, area, and shifts. */
  rows: [number, string, number, number, number, [...Area], ShiftRow[]][];
  /** Names of datums, without all but letters and digits, with the code of their row. */
  names: Record<string, number>;
  /** Names of datums that are known and can't be converted exactly enough. */
  refused: string[];
  /** Names of datums and of geographic CRS as GDAL writes them and doesn't know them again. */
  misread: string[];
}

/** Accuracy in metres, whether it is meant for the sea, its area, and its parameters. */
type ShiftRow = [number, 0 | 1, ...Area, ...number[]];

let loaded: ReturnType<typeof load>;

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
    area,
    shifts,
  ] of table.rows) {
    datums.set(code, {
      name,
      semiMajorMeters,
      inverseFlattening,
      primeMeridian,
      area,
      shifts: shifts.map(([accuracyMeters, offshore, west, south, east, north, ...shift]) => ({
        accuracyMeters,
        isOffshore: offshore === 1,
        area: [west, south, east, north],
        shift,
      })),
    });
  }
  return {
    datums,
    names: new Map(Object.entries(table.names)),
    refused: new Set(table.refused),
    misread: new Set(table.misread),
  };
}

function tables() {
  loaded ??= load();
  return loaded;
}

/** A name as tables have it: lower-case letters and digits, without Esri's D_ before datums. */
export function plain(name: string): string {
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

/** Whether GDAL places data elsewhere than its own definition does where WKT 1 has this name. */
export function isMisreadName(name: string): boolean {
  return tables().misread.has(name);
}
