import type { FactOf } from './fact.ts';

type Named = { readonly name: string };
type OfCode = { readonly epsg: number };

/** Why a coordinate reference system cannot be converted: each code with its parameters. */
export interface CrsFaults {
  'epsg-unknown': OfCode;
  'epsg-not-a-grid': OfCode;
  'crs-of-no-earth': undefined;
  'crs-without-ellipsoid': Named;
  'crs-of-another-planet': Named;
  'crs-geocentric': Named;
  'crs-by-name-alone': Named;
  'crs-incomplete': Named;
  'crs-unit-unknown': { readonly unit: number };
  /** `datum` is empty where the file does not name it. */
  'datum-not-exact': { readonly datum: string };
  'projection-unknown': Named & { readonly method: string };
  /** `method` is the number that GeoTIFF has for a projection. */
  'projection-number-unknown': Named & { readonly method: number | undefined };
}
export type CrsFault = FactOf<CrsFaults>;
