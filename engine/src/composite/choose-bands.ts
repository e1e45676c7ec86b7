import { type BandName, bandNames } from '../source/scene.ts';
import type { DateComposite } from './date-composite.ts';
import type { SurveyedScene } from './survey.ts';

/** Fewer bands can't tell kinds of ground apart. */
export const fewestBands = 3;

/** Scenes without a band are replaced for its sake as long as this share of the clear view remains. */
const keptShare = 0.9;

/**
 * The bands that both dates are read in. A band counts when the scenes that have it show nearly as
 * much of the area on each date as all of them do: then the others are replaced. Otherwise the band
 * is left out. Files of further scenes are opened only if one of those in use lacks a band.
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
      // A date under snow, or one whose scenes can't be read: that is no matter of bands.
      if (clearPixels === 0) return date.pending().every(hasBand);
      return date.survey.clearPixelsOf(hasBand) >= keptShare * clearPixels;
    }),
  );
}
