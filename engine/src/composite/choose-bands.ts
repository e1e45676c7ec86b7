import { type BandName, bandNames } from '../source/scene.ts';
import type { DateComposite } from './date-composite.ts';

/** Fewer bands can't tell kinds of ground apart. */
export const fewestBands = 3;

/**
 * The bands that both dates are read in: those that, on each date, most of the pending pixels' scenes
 * have. A scene that lacks one of them is worth less than the band.
 */
export function chooseBands(dates: readonly DateComposite[]): BandName[] {
  return bandNames.filter((name) =>
    dates.every((date) => {
      const pixels = date.pixelCounts();
      let having = 0;
      let all = 0;
      for (const [slot, surveyed] of date.roster.entries()) {
        const count = pixels[slot]!;
        all += count;
        if (date.bandsOf(surveyed).has(name)) having += count;
      }
      return having * 2 >= all;
    }),
  );
}
