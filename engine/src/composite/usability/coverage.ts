import { usability } from './classification.ts';

/** The day of a scene, and its `usability` codes on the work grid. */
interface Shown {
  readonly day: string;
  readonly usable: Uint8Array;
}

/** The largest number of coverages that are distinguished. */
const mostNumbers = 255;

/**
 * For each pixel a number for the set of days whose scenes show it, clouds included. It changes
 * only along the edges of scenes and satellite passes, where a seam between days is not the rim of
 * a cloud.
 */
export function coverageOf(scenes: readonly Shown[], pixelCount: number): Uint8Array {
  const coverage = new Uint8Array(pixelCount);
  let numbers = 1;
  for (const ofDay of Map.groupBy(scenes, ({ day }) => day).values()) {
    const shows = new Uint8Array(pixelCount);
    for (const { usable } of ofDay) {
      for (let pixel = 0; pixel < pixelCount; pixel++) {
        if (usable[pixel] !== usability.unobserved) shows[pixel] = 1;
      }
    }
    const numberIfShown = new Uint8Array(numbers);
    for (let pixel = 0; pixel < pixelCount; pixel++) {
      if (shows[pixel] === 0) continue;
      const known = coverage[pixel];
      if (numberIfShown[known] === 0 && numbers < mostNumbers) numberIfShown[known] = numbers++;
      coverage[pixel] = numberIfShown[known];
    }
  }
  return coverage;
}
