import type { CrsFault } from './crs-facts.ts';
import type { FactOf } from './fact.ts';

type Limited = { readonly limit: number };
type Sized = { readonly width: number; readonly height: number };

/**
 * Why a raster cannot be used: each code with its parameters. A `detail` is what the TIFF reader
 * says of the format, which is shown as it is.
 */
export interface RasterFaults {
  'tiff-unreadable': { readonly detail: string };
  'tiff-damaged': { readonly detail: string };
  'too-many-pixels': Sized & Limited;
  'too-many-bytes': { readonly bytes: number } & Limited;
  'too-wide': { readonly width: number } & Limited;
  'block-too-large': {
    readonly kind: 'tile' | 'strip';
    readonly isOfAllBands: boolean;
    readonly bytes: number;
  } & Limited;
  'too-much-memory': undefined;
  'too-slow': undefined;
  'band-missing': { readonly band: number; readonly bandCount: number };
  /** `dataType` is GDAL's name. */
  'not-colors': { readonly bandCount: number; readonly dataType: string };
  'not-classes': Limited;
  'ground-points-alone': undefined;
  'place-missing': { readonly namesCrs: boolean };
  'crs-missing': undefined;
  'crs-not-convertible': { readonly fault: CrsFault };
  'off-earth': { readonly crs: string };
}
export type RasterFault = FactOf<RasterFaults>;

/** What a user of a raster should know. */
export interface RasterNotes {
  'tiff-note': { readonly detail: string };
  'without-place': undefined;
  'infinite-pixels': { readonly pixels: number };
  'one-band-kept': { readonly bandCount: number };
  'accuracy-unknown': { readonly crs: string };
  'shifted-within': { readonly crs: string; readonly meters: number };
}
export type RasterNote = FactOf<RasterNotes>;
