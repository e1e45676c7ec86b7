import { usability } from './classification.ts';
import { isClear, type SurveyedScene } from './survey.ts';

/** No scene. */
export const unassigned = 255;
/** A scene index has to be told from `unassigned`. */
export const maxScenes = 255;

/** A scene that gives a composite fewer of the area's pixels isn't worth reading. */
const smallestShare = 0.001;
const enoughClearShare = 0.995;

/**
 * Gives each pixel that has no scene yet to the nearest scene in which it is clear, until enough of
 * the area has one. `assignment` holds indices into `roster` and is changed in place; a scene that
 * gets pixels is added to the roster.
 */
export function assignClear(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  pixelCount: number,
): void {
  let filled = countAssigned(assignment);
  for (const scene of scenes) {
    if (filled >= enoughClearShare * pixelCount) return;
    const { usable } = scene;
    const isTaken = (index: number): boolean =>
      assignment[index] === unassigned && isClear(usable[index]!);
    filled += give(assignment, roster, scene, isTaken, smallestShare * pixelCount);
  }
}

/** Gives pixels under snow on both dates to the nearest scenes that show the snow. */
export function assignSnow(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  options: { allowed: Uint8Array; pixelCount: number },
): void {
  for (const scene of scenes) {
    const { usable } = scene;
    const isTaken = (index: number): boolean =>
      options.allowed[index] === 1 &&
      assignment[index] === unassigned &&
      usable[index] === usability.snow;
    give(assignment, roster, scene, isTaken, smallestShare * options.pixelCount);
  }
}

/** The pixels without a scene that some scene shows under snow. */
export function snowCandidates(
  assignment: Uint8Array,
  scenes: readonly SurveyedScene[],
): Uint8Array {
  const candidates = new Uint8Array(assignment.length);
  for (const { usable } of scenes) {
    for (let index = 0; index < candidates.length; index += 1) {
      if (assignment[index] === unassigned && usable[index] === usability.snow) {
        candidates[index] = 1;
      }
    }
  }
  return candidates;
}

function give(
  assignment: Uint8Array,
  roster: SurveyedScene[],
  scene: SurveyedScene,
  isTaken: (index: number) => boolean,
  fewestPixels: number,
): number {
  const listed = roster.indexOf(scene);
  if (listed === -1 && roster.length >= maxScenes) return 0;
  const slot = listed === -1 ? roster.length : listed;
  let count = 0;
  for (let index = 0; index < assignment.length; index += 1) if (isTaken(index)) count += 1;
  if (count === 0 || count < fewestPixels) return 0;
  for (let index = 0; index < assignment.length; index += 1) {
    if (isTaken(index)) assignment[index] = slot;
  }
  if (listed === -1) roster.push(scene);
  return count;
}

function countAssigned(assignment: Uint8Array): number {
  let count = 0;
  for (const slot of assignment) if (slot !== unassigned) count += 1;
  return count;
}
