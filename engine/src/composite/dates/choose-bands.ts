import { type BandName, bandNames } from '../../source/scene.ts';
import type { SurveyedScene } from '../survey/survey.ts';
import type { DateComposite } from './date-composite.ts';

/** Fewer bands cannot distinguish kinds of ground. */
export const fewestBands = 3;

/** Scenes that lack a band are replaced if this share of the clear pixels remains visible. */
const keptShare = 0.9;

/**
 * Chooses the bands that are read on both dates. A band is chosen if the scenes that have it show
 * nearly as much of the area on each date as all scenes do. The scenes without it are then
 * replaced. Otherwise the band is left out. Further scenes are opened only if one of those in use
 * lacks a band.
 */
export async function chooseBands(dates: readonly DateComposite[]): Promise<BandName[]> {
  const isComplete = dates.every((date) =>
    date.pending().every((surveyed) => date.bandsOf(surveyed).size === bandNames.length),
  );
  if (isComplete) return [...bandNames];
  await Promise.all(dates.map((date) => date.openBands([...date.survey.scenes])));
  return bandNames.filter((name) =>
    dates.every((date) => {
      const hasBand = (surveyed: SurveyedScene): boolean => date.bandsOf(surveyed).has(name);
      const clearPixels = date.survey.clearPixels();
      // The date lies under snow, or its scenes cannot be read: the choice of bands does not help.
      if (clearPixels === 0) return date.pending().every(hasBand);
      return date.survey.clearPixelsOf(hasBand) >= keptShare * clearPixels;
    }),
  );
}
