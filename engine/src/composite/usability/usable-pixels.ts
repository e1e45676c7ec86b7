import { usability } from './classification.ts';

/** The number of no scene, in planes that assign pixels to scenes. */
export const unassigned = 255;

/** What a composite takes pixels as: clear ground and water, or snow. */
export type TakenCodes = 'clear' | 'snow';

/** Whether a `usability` code is taken as such. */
export function isTakenAs(codes: TakenCodes, code: number): boolean {
  return codes === 'snow'
    ? code === usability.snow
    : code === usability.clear || code === usability.water;
}

/** Adds a scene's clear pixels to those of other scenes, as 1, and returns how many are new. */
export function addClear(pixels: Uint8Array, usable: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < pixels.length; index++) {
    if (pixels[index] !== 0 || !isTakenAs('clear', usable[index])) continue;
    pixels[index] = 1;
    count++;
  }
  return count;
}

/**
 * Assigns the pixels that have no scene yet to `slot`, if the scene shows them as wanted.
 *
 * @param taken receives 1 for each assigned pixel and 0 for all others
 * @returns the number of assigned pixels
 */
export function takePixels(
  assignment: Uint8Array,
  usable: Uint8Array,
  taken: Uint8Array,
  { codes, slot }: { codes: TakenCodes; slot: number },
): number {
  let count = 0;
  for (let index = 0; index < taken.length; index++) {
    const isTaken = assignment[index] === unassigned && isTakenAs(codes, usable[index]);
    taken[index] = isTaken ? 1 : 0;
    if (!isTaken) continue;
    assignment[index] = slot;
    count++;
  }
  return count;
}
