import { forEachRow } from '../raster/window.ts';
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
  const indexOfSlot = new Uint16Array(unassigned + 1).fill(unassigned);
  for (const [index, slot] of slots.entries()) indexOfSlot[slot] = index;
  const sceneIndex = date.assignment.map((slot) => indexOfSlot[slot]!);
  const scenes = slots.map((slot) => ({
    scene: date.roster[slot]!.scene,
    pixelCount: counts[slot]!,
    shareUsed: counts[slot]! / pixelCount,
    cloudShare: cloudShareOf(date.roster[slot]!),
  }));
  const valid = new Uint8Array(sceneIndex.length);
  const water = new Uint8Array(sceneIndex.length);
  for (const [scene, slot] of slots.entries()) {
    const { usable, window } = date.roster[slot]!;
    forEachRow(window, grid.width, (ownStart, start) => {
      for (let column = 0; column < window.width; column += 1) {
        if (sceneIndex[start + column] !== scene) continue;
        valid[start + column] = 1;
        if (usable[ownStart + column] === usability.water) water[start + column] = 1;
      }
    });
  }
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
