import { usability } from './classification.ts';

/** The number of no scene, in arrays that assign pixels to scenes. */
export const unassigned = 255;

/** What a composite takes pixels as: clear ground and water, or snow. */
export type TakenCodes = 'clear' | 'snow';

/** 1 for each `usability` code that is taken as such. */
const isTaken: Readonly<Record<TakenCodes, Uint8Array>> = {
  clear: flagsOf(usability.clear, usability.water),
  snow: flagsOf(usability.snow),
};

function flagsOf(...codes: readonly number[]): Uint8Array {
  const flags = new Uint8Array(Object.keys(usability).length);
  for (const code of codes) flags[code] = 1;
  return flags;
}

/** Whether a `usability` code is taken as such. */
export function isTakenAs(codes: TakenCodes, code: number): boolean {
  return isTaken[codes][code] === 1;
}

/** Adds a scene's clear pixels to those of other scenes, as 1, and returns how many are new. */
export function addClear(pixels: Uint8Array, usable: Uint8Array): number {
  const isClear = isTaken.clear;
  let count = 0;
  // The loop reads a table instead of branching, which is faster: it runs in the main thread, and
  // the first read of bands waits for it.
  for (let index = 0; index < pixels.length; index++) {
    const isNew = isClear[usable[index]] & ~pixels[index];
    pixels[index] |= isNew;
    count += isNew;
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
  const isWanted = isTaken[codes];
  let count = 0;
  for (let index = 0; index < taken.length; index++) {
    const owner = assignment[index];
    const isNew = owner === unassigned ? isWanted[usable[index]] : 0;
    taken[index] = isNew;
    assignment[index] = isNew === 1 ? slot : owner;
    count += isNew;
  }
  return count;
}
