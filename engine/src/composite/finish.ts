import type { BandName } from '../source/scene.ts';
import { unassigned } from './assign.ts';
import { usability } from './classification.ts';
import type { DateComposite } from './date-composite.ts';
import { cloudShareOf } from './survey.ts';
import type { Composite, CompositeScene, WorkArea } from './types.ts';

/** A filled date as a composite: its scenes sorted by their share, pixels pointing at them. */
export function finishComposite(
  date: DateComposite,
  names: readonly BandName[],
  { grid, pixelCount }: WorkArea,
): Composite {
  const counts = date.pixelCounts();
  const slots = [...counts.keys()]
    .filter((slot) => counts[slot]! > 0)
    .sort((a, b) => counts[b]! - counts[a]!);
  const indexOfSlot = new Uint8Array(256).fill(unassigned);
  for (const [index, slot] of slots.entries()) indexOfSlot[slot] = index;
  const sceneIndex = date.assignment.map((slot) => indexOfSlot[slot]!);
  const scenes = slots.map((slot) => ({
    scene: date.roster[slot]!.scene,
    pixelCount: counts[slot]!,
    shareUsed: counts[slot]! / pixelCount,
    cloudShare: cloudShareOf(date.roster[slot]!),
  }));
  const valid = sceneIndex.map((index) => (index === unassigned ? 0 : 1));
  const usable = slots.map((slot) => date.roster[slot]!.usable);
  const water = sceneIndex.map((scene, index) =>
    scene !== unassigned && usable[scene]![index] === usability.water ? 1 : 0,
  );
  return {
    grid,
    names,
    bands: names.map((name) => date.bands.get(name)!),
    valid,
    water,
    sceneIndex,
    scenes,
    date: mainDate(scenes),
    clearShare: scenes.reduce((share, { shareUsed }) => share + shareUsed, 0),
  };
}

/** The day whose scenes, of one tile or several, fill most of the area. */
export function mainDate(scenes: readonly Pick<CompositeScene, 'scene' | 'shareUsed'>[]): string {
  const shares = new Map<string, number>();
  for (const { scene, shareUsed } of scenes) {
    const day = scene.datetime.slice(0, 10);
    shares.set(day, (shares.get(day) ?? 0) + shareUsed);
  }
  return [...shares].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
