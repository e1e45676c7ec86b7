import { type Crs, crsOfEpsg, crsOfWkt } from './crs.ts';
import { linesOf } from './epsg-codes.ts';

/** Codes of Esri and others for Web Mercator from before EPSG had one. */
const webMercatorCodes: readonly number[] = [900_913, 102_100, 102_113];
const webMercator = 3857;

let esriTexts: Map<number, string>;

/** The text of the CRS with a code of Esri's own, as Esri writes it; undefined if there is none. */
function esriText(code: number): string | undefined {
  esriTexts ??= new Map(
    linesOf('./esri-codes.tsv').map((line) => {
      const [number, text = ''] = line.split('\t');
      return [Number(number), text];
    }),
  );
  return esriTexts.get(code);
}

/**
 * The CRS with a code that a person has entered: EPSG's, or Esri's for the world and the continents, such
 * as 102008 and 54009. Throws CrsError for a code that cannot be converted.
 *
 * @param around as for `crsOfEpsg`
 */
export function crsOfEnteredCode(code: number, around: readonly [x: number, y: number]): Crs {
  const enteredText = esriText(code);
  if (enteredText !== undefined) return { ...crsOfWkt(enteredText, around), enteredText };
  return crsOfEpsg(webMercatorCodes.includes(code) ? webMercator : code, around);
}
