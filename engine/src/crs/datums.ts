import { readFileSync } from 'node:fs';
import { once } from '../memory/once.ts';
import { CrsError } from './errors.ts';

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
  /** 0 for a sphere. */
  readonly inverseFlattening: number;
  /** Degrees east of Greenwich. */
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

const tables = once(() => {
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
});

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

export type Ellipsoid = Pick<Datum, 'semiMajorMeters' | 'inverseFlattening' | 'primeMeridian'>;
export type EllipsoidSize = Omit<Ellipsoid, 'primeMeridian'>;

/** Compares with a tolerance, because programs write more or fewer digits. */
export function isSameSize(a: EllipsoidSize, b: EllipsoidSize): boolean {
  return (
    Math.abs(a.semiMajorMeters - b.semiMajorMeters) < 1 &&
    Math.abs(a.inverseFlattening - b.inverseFlattening) < 0.01
  );
}

/** As `isSameSize`, with the meridian from which longitudes are counted. */
export function isSameEllipsoid(a: Ellipsoid, b: Ellipsoid): boolean {
  return isSameSize(a, b) && Math.abs(a.primeMeridian - b.primeMeridian) < 1e-6;
}

/** Throws CrsError for an ellipsoid of another planet, or of none. */
export function requireEarth(
  name: string,
  { semiMajorMeters, inverseFlattening }: EllipsoidSize,
): void {
  if (semiMajorMeters > 6e6 && semiMajorMeters < 7e6 && inverseFlattening >= 0) return;
  throw new CrsError({ code: 'crs-of-another-planet', params: { name } });
}

/**
 * A datum that no table has, on an ellipsoid.
 *
 * @param shift its shift to WGS 84, as TOWGS84 of WKT 1 has it: 3 or 7 numbers; empty if unknown
 */
export function datumOnEllipsoid(
  name: string,
  ellipsoid: Ellipsoid,
  shift: readonly number[],
): Datum {
  const isApproximate = isApproximateDatum(name);
  const common = { ...ellipsoid, name, area: world, isApproximate };
  if (!isApproximate && (shift.length === 3 || shift.length === 7)) {
    return { ...common, shifts: [{ accuracyMeters: 0, isOffshore: false, area: world, shift }] };
  }
  const isModern =
    Math.abs(ellipsoid.semiMajorMeters - 6378137) < 0.01 &&
    Math.abs(ellipsoid.inverseFlattening - 298.2572) < 1e-3;
  // Maps on a sphere use the latitudes of the ellipsoid unchanged, as in PROJ.
  const isSphere = ellipsoid.inverseFlattening === 0;
  if (!isApproximate && (isModern || isSphere)) {
    const none = { accuracyMeters: 2, isOffshore: false, area: world, shift: [] };
    return { ...common, shifts: [none] };
  }
  return { ...common, shifts: [], isApproximate: true };
}
