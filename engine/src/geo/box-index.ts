import Flatbush from 'flatbush';
import type { Bounds } from './bounds.ts';

/** An index of at least one box, for searches that give their places in the list. */
export function indexBoxes(boxes: readonly Readonly<Bounds>[]): Flatbush {
  const index = new Flatbush(boxes.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  return index;
}
