import { sharedArray } from '../../memory/shared-array.ts';
import type { Composite } from '../types.ts';
import { usability } from '../usability/classification.ts';
import { unassigned } from '../usability/usable-pixels.ts';

interface MarkTask {
  /**
   * For each pixel the number of a scene, and for each number the scene's index in the composite.
   */
  readonly assignment: Uint8Array;
  readonly indexOfSlot: Uint8Array;
  /** What each scene of the composite shows. */
  readonly usable: readonly Uint8Array[];
}

/** Marks for each pixel its scene, whether it has one, and whether that scene shows open water. */
export function markPixels({
  assignment,
  indexOfSlot,
  usable,
}: MarkTask): Pick<Composite, 'sceneIndex' | 'valid' | 'water'> {
  // Shared memory lets the threads that match fills and detect change use these arrays without a
  // copy.
  const shared = () => sharedArray(Uint8Array, assignment.length);
  const [sceneIndex, valid, water] = [shared(), shared(), shared()];
  for (let pixel = 0; pixel < assignment.length; pixel++) {
    const scene = indexOfSlot[assignment[pixel]];
    sceneIndex[pixel] = scene;
    if (scene === unassigned) continue;
    valid[pixel] = 1;
    if (usable[scene][pixel] === usability.water) water[pixel] = 1;
  }
  return { sceneIndex, valid, water };
}
