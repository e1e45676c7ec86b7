import { usability } from './classification.ts';
import type { Composite } from './types.ts';
import { unassigned } from './usable-words.ts';

interface MarkTask {
  /** For each pixel a number of a scene, and for each number the scene's place in the composite. */
  readonly assignment: Uint8Array;
  readonly indexOfSlot: Uint8Array;
  /** What each scene of the composite shows. */
  readonly usable: readonly Uint8Array[];
}

/** For each pixel its scene, whether there is one, and whether that shows open water. */
export function markPixels({
  assignment,
  indexOfSlot,
  usable,
}: MarkTask): Pick<Composite, 'sceneIndex' | 'valid' | 'water'> {
  // Shared: threads that match fills and look for change get them without a copy.
  const plane = () => new Uint8Array(new SharedArrayBuffer(assignment.length));
  const [sceneIndex, valid, water] = [plane(), plane(), plane()];
  for (let pixel = 0; pixel < assignment.length; pixel += 1) {
    const scene = indexOfSlot[assignment[pixel]!]!;
    sceneIndex[pixel] = scene;
    if (scene === unassigned) continue;
    valid[pixel] = 1;
    if (usable[scene]![pixel] === usability.water) water[pixel] = 1;
  }
  return { sceneIndex, valid, water };
}
