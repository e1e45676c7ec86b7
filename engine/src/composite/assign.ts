import { usability } from './classification.ts';
import type { SurveyedScene } from './survey.ts';

/** No scene. */
export const unassigned = 255;
/** A scene index has to be told from `unassigned`. */
const maxScenes = 255;

/** A scene that gives a composite fewer of the area's pixels isn't worth reading. */
const smallestShare = 0.001;
const enoughClearShare = 0.995;

const clearCodes = codeTable(usability.clear, usability.water);
const snowCodes = codeTable(usability.snow);

/** Hears which pixels a scene is given: 1 on each, in shared memory. */
export type OnGiven = (scene: SurveyedScene, given: Uint8Array) => void;

/**
 * Gives each pixel that has no scene yet to the nearest scene in which it is clear, until enough of
 * the area has one. `assignment` holds indices into `roster` and is changed in place; a scene that
 * gets pixels is added to the roster.
 */
export function assignClear(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  { pixelCount, onGiven }: { pixelCount: number; onGiven?: OnGiven },
): void {
  let filled = 0;
  for (let index = 0; index < assignment.length; index += 1) {
    if (assignment[index] !== unassigned) filled += 1;
  }
  for (const scene of scenes) {
    if (filled >= enoughClearShare * pixelCount) return;
    const fewestPixels = smallestShare * pixelCount;
    filled += give(assignment, roster, scene, { codes: clearCodes, fewestPixels, onGiven });
  }
}

/** Gives pixels under snow on both dates (`allowed`) to the nearest scenes that show the snow. */
export function assignSnow(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  { allowed, pixelCount, onGiven }: { allowed: Uint8Array; pixelCount: number; onGiven?: OnGiven },
): void {
  const fewestPixels = smallestShare * pixelCount;
  for (const scene of scenes) {
    give(assignment, roster, scene, { codes: snowCodes, fewestPixels, allowed, onGiven });
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
    for (let index = 0; index < assignment.length; index += 1) {
      if (assignment[index] === unassigned && usable[index] === usability.snow) {
        candidates[index] = 1;
      }
    }
  }
  return candidates;
}

interface Gift {
  /** 1 for each usability code that is taken. */
  codes: Uint8Array;
  /** A scene with fewer such pixels gets none. */
  fewestPixels: number;
  /** Only these pixels, when given. */
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
  const most = counts.reduce((sum, count, code) => sum + codes[code]! * count, 0);
  if (most < fewestPixels) return 0;
  const taken = new Uint8Array(new SharedArrayBuffer(assignment.length));
  let count = 0;
  for (let index = 0; index < assignment.length; index += 1) {
    // Without a branch: where clouds lie, no processor foretells.
    const isFree = assignment[index] === unassigned ? 1 : 0;
    const isTaken = isFree & codes[usable[index]!]!;
    taken[index] = isTaken;
    count += isTaken;
  }
  if (allowed) count -= takeBack(taken, allowed);
  if (count === 0 || count < fewestPixels) return 0;
  const slot = listed === -1 ? roster.push(scene) - 1 : listed;
  for (let index = 0; index < assignment.length; index += 1) {
    assignment[index] = taken[index] === 1 ? slot : assignment[index]!;
  }
  onGiven?.(scene, taken);
  return count;
}

/** Takes what is not allowed out of what is taken; tells how many pixels that were. */
function takeBack(taken: Uint8Array, allowed: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < taken.length; index += 1) {
    if (taken[index] === 0 || allowed[index] !== 0) continue;
    taken[index] = 0;
    count += 1;
  }
  return count;
}

function codeTable(...codes: number[]): Uint8Array {
  const table = new Uint8Array(Object.keys(usability).length);
  for (const code of codes) table[code] = 1;
  return table;
}
