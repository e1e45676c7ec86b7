import { readFileSync } from 'node:fs';

/**
 * West, south, east, north in degrees. West is larger than east in an area across the antimeridian.
 */
export type AreaOfUse = readonly [west: number, south: number, east: number, north: number];

export const world: AreaOfUse = [-180, -90, 180, 90];

/** A published shift from a datum to WGS 84. */
export interface DatumShift {
  /** The accuracy that EPSG gives. */
  readonly accuracyMeters: number;
  /**
   * Whether it is intended for the sea. On land any other shift that is valid there is preferred.
   */
  readonly isOffshore: boolean;
  /** The area in which it is valid. */
  readonly area: AreaOfUse;
  /**
   * Empty for no shift; three translations in metres; or seven parameters, with rotations in arc
   * seconds (position vector convention) and scale in parts per million.
   */
  readonly shift: readonly number[];
}

export interface Datum {
  readonly name: string;
  readonly semiMajorMeters: number;
  readonly inverseFlattening: number;
  readonly primeMeridian: number;
  /** The area in which its longitude and latitude are intended to be used. */
  readonly area: AreaOfUse;
  readonly shifts: readonly DatumShift[];
  /**
   * Whether exact positions need a correction grid, or no shift to WGS 84 is known. The published
   * shifts are then off by metres, and only rasters are placed with them.
   */
  readonly isApproximate: boolean;
}

/** The README.md beside it gives the sources of the figures. */
interface DatumTable {
  /** EPSG code of the geographic CRS, name, ellipsoid, prime meridian, area, and shifts. */
  rows: [number, string, number, number, number, [...AreaOfUse], ShiftRow[]][];
  /** Names of datums, reduced to letters and digits, with the code of their row. */
  names: Record<string, number>;
  /** Codes of geographic CRS that cannot be converted accurately enough for shapes. */
  approximate: number[];
  /** Names of datums without a code that cannot either. */
  refused: string[];
  /**
   * Names of datums and geographic CRS that GDAL writes but does not recognise when it reads them.
   */
  misread: string[];
}

/** Accuracy in metres, whether it is intended for the sea, its area, and its parameters. */
type ShiftRow = [number, 0 | 1, ...AreaOfUse, ...number[]];

let loaded: ReturnType<typeof load>;

function load() {
  const table: DatumTable = JSON.parse(
    readFileSync(new URL('./datums.json', import.meta.url), 'utf8'),
  );
  const datums = new Map<number, Datum>();
  const approximate = new Set(table.approximate);
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
      isApproximate: approximate.has(code),
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

/**
 * A name in the form of the tables: lower-case letters and digits, without the D_ that Esri puts
 * before datums.
 */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z0-9]/g, '');
}

/** The datum of the geographic CRS with an EPSG code; undefined if the code is not in the table. */
export function datumOfCode(epsg: number): Datum | undefined {
  return tables().datums.get(epsg);
}

/** The datum with a name, as OGC, EPSG or Esri write it. */
export function datumOfName(name: string): Datum | undefined {
  const code = tables().names.get(plain(name));
  return code === undefined ? undefined : datumOfCode(code);
}

/** Whether a datum is known to need more than a published shift. */
export function isApproximateDatum(name: string): boolean {
  return tables().refused.has(plain(name)) || datumOfName(name)?.isApproximate === true;
}

/** Whether GDAL, reading this name in WKT 1, places data elsewhere than the definition says. */
export function isMisreadName(name: string): boolean {
  return tables().misread.has(name);
}
