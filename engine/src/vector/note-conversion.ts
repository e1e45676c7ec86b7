import type { LonLatConverter } from '../crs/to-lon-lat.ts';
import type { Report } from './report.ts';

/** From this accuracy on, a note tells how exact the conversion can be. */
const notableMeters = 5;

/**
 * Notes the coordinate system from which a layer was converted, and the accuracy of the conversion.
 */
export function noteConversion(
  report: Report,
  layer: string,
  converter: LonLatConverter | undefined,
): void {
  if (!converter || converter.isIdentity) return;
  const accuracy = converter.accuracyMeters();
  const exactness =
    accuracy === undefined
      ? ' No published transformation covers all of its places: there, the position may be off by up to some hundred meters.'
      : accuracy >= notableMeters
        ? ` The published transformation is accurate to about ${accuracy} m.`
        : '';
  report.note(`${layer} was converted from ${converter.name} to WGS 84.${exactness}`);
}
