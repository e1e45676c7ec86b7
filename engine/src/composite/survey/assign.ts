import { sharedArray } from '../../memory/shared-array.ts';
import { usability } from '../usability/classification.ts';
import { isTakenAs, type TakenCodes, takePixels, unassigned } from '../usability/usable-pixels.ts';
import type { SurveyedScene } from './survey.ts';

/** A scene's index must differ from `unassigned`. */
const maxScenes = 255;

/** A scene that contributes a smaller share of the area is not worth reading. */
const smallestShare = 0.001;
const enoughClearShare = 0.995;

/** Called with the pixels that a scene is given: 1 on each of them, in shared memory. */
export type OnGiven = (scene: SurveyedScene, given: Uint8Array) => void;

/**
 * Assigns each pixel that has no scene yet to the nearest scene in which it is clear, until enough
 * of the area has a scene. `assignment` holds indices into `roster` and is changed in place. A
 * scene that gets pixels is added to the roster.
 */
export function assignClear(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  { pixelCount, onGiven }: { pixelCount: number; onGiven?: OnGiven },
): void {
  let filled = 0;
  if (roster.length > 0) {
    for (let index = 0; index < assignment.length; index++) {
      filled += assignment[index] === unassigned ? 0 : 1;
    }
  }
  for (const scene of scenes) {
    if (filled >= enoughClearShare * pixelCount) return;
    const fewestPixels = smallestShare * pixelCount;
    filled += give(assignment, roster, scene, { codes: 'clear', fewestPixels, onGiven });
  }
}

/**
 * Assigns pixels that lie under snow on both dates (`allowed`) to the nearest scenes that show the
 * snow.
 */
export function assignSnow(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  { allowed, pixelCount, onGiven }: { allowed: Uint8Array; pixelCount: number; onGiven?: OnGiven },
): void {
  const fewestPixels = smallestShare * pixelCount;
  for (const scene of scenes) {
    give(assignment, roster, scene, { codes: 'snow', fewestPixels, allowed, onGiven });
  }
}

/** The pixels without a scene that some scene shows under snow; undefined when there are none. */
export function snowCandidates(
  assignment: Uint8Array,
  scenes: readonly SurveyedScene[],
): Uint8Array | undefined {
  let candidates: Uint8Array | undefined;
  for (const { usable, counts } of scenes) {
    if (counts[usability.snow] === 0) continue;
    candidates ??= new Uint8Array(assignment.length);
    for (let index = 0; index < assignment.length; index++) {
      if (assignment[index] === unassigned && usable[index] === usability.snow) {
        candidates[index] = 1;
      }
    }
  }
  return candidates;
}

interface Gift {
  codes: TakenCodes;
  /** A scene that would get fewer pixels gets none. */
  fewestPixels: number;
  /** If given, only these pixels are assigned. */
  allowed?: Uint8Array;
  onGiven: OnGiven | undefined;
}

function give(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scene: SurveyedScene,
  { codes, fewestPixels, allowed, onGiven }: Gift,
): number {
  const listed = roster.indexOf(scene);
  if (listed === -1 && roster.length >= maxScenes) return 0;
  const { usable, counts } = scene;
  const most = counts.reduce((sum, count, code) => (isTakenAs(codes, code) ? sum + count : sum), 0);
  if (most < fewestPixels) return 0;
  const slot = listed === -1 ? roster.length : listed;
  const taken = sharedArray(Uint8Array, assignment.length);
  let count = takePixels(assignment, usable, taken, { codes, slot });
  if (allowed) count -= giveBack(assignment, taken, (index) => allowed[index] === 0);
  if (count === 0 || count < fewestPixels) {
    giveBack(assignment, taken, () => true);
    return 0;
  }
  if (listed === -1) roster.push(scene);
  onGiven?.(scene, taken);
  return count;
}

/** Removes the scene of some assigned pixels again, and returns the number of these pixels. */
function giveBack(
  assignment: Uint8Array,
  taken: Uint8Array,
  isGivenBack: (index: number) => boolean,
): number {
  let count = 0;
  for (let index = 0; index < taken.length; index++) {
    if (taken[index] === 0 || !isGivenBack(index)) continue;
    taken[index] = 0;
    assignment[index] = unassigned;
    count++;
  }
  return count;
}
