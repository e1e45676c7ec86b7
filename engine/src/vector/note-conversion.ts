import type { LonLatConverter } from '../crs/to-lon-lat.ts';
import type { Report } from './report.ts';

/** From this accuracy on a person should know how exact the conversion can be. */
const notableMeters = 5;

/** Tells from which coordinate system a layer was converted, and how exactly. */
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
