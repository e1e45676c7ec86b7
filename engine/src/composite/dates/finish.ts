import type { BandName } from '../../source/scene.ts';
import { dayOf } from '../../source/scene.ts';
import type { RunKernel } from '../../threads/kernel.ts';
import { markPixels } from '../fill/mark-pixels.ts';
import { cloudShareOf, coveredPixels } from '../survey/survey.ts';
import type { Composite, CompositeScene, WorkArea } from '../types.ts';
import { usability } from '../usability/classification.ts';
import { unassigned } from '../usability/usable-pixels.ts';
import type { DateComposite } from './date-composite.ts';

/**
 * Turns a filled date into a composite, with scenes sorted by their share and pixels that refer to
 * them.
 */
export async function finishComposite(
  date: DateComposite,
  names: readonly BandName[],
  { grid, pixelCount }: WorkArea,
  { marksCoverage, run }: { marksCoverage: boolean; run: RunKernel },
): Promise<Composite> {
  const counts = date.pixelCounts();
  const slots = [...counts.keys()]
    .filter((slot) => counts[slot] > 0)
    .sort((a, b) => counts[b] - counts[a]);
  const indexOfSlot = new Uint8Array(256).fill(unassigned);
  for (const [index, slot] of slots.entries()) indexOfSlot[slot] = index;
  const scenes = slots.map((slot) => ({
    scene: date.roster[slot].scene,
    pixelCount: counts[slot],
    shareUsed: counts[slot] / pixelCount,
    cloudShare: cloudShareOf(date.roster[slot]),
    coveredPixels: coveredPixels(date.roster[slot]),
  }));
  const usable = slots.map((slot) => date.roster[slot].usable);
  const { assignment } = date;
  const { sceneIndex, valid, water } = await run(markPixels, { assignment, indexOfSlot, usable });
  const shown = scenes.map(({ scene }, index) => ({
    day: dayOf(scene),
    usable: usable[index],
  }));
  return {
    grid,
    names,
    bands: names.map((name) => date.bands.get(name)!),
    valid,
    water,
    sceneIndex,
    ...(marksCoverage && { coverage: coverageOf(shown, sceneIndex.length) }),
    scenes,
    date: mainDate(scenes),
    clearShare: scenes.reduce((share, { shareUsed }) => share + shareUsed, 0),
  };
}

/** The day whose scenes, of one tile or several, fill most of the area. */
export function mainDate(scenes: readonly Pick<CompositeScene, 'scene' | 'shareUsed'>[]): string {
  const shares = new Map<string, number>();
  for (const { scene, shareUsed } of scenes) {
    const day = dayOf(scene);
    shares.set(day, (shares.get(day) ?? 0) + shareUsed);
  }
  return [...shares].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

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
function coverageOf(scenes: readonly Shown[], pixelCount: number): Uint8Array {
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
