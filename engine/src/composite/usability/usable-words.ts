/*
 * Operations on masks and codes of one byte for each pixel, four pixels at once: each byte of a
 * 32-bit word is a pixel. They take a quarter of the time of a loop over single bytes and give the
 * same results.
 */

/** The number of no scene, in planes that assign pixels to scenes. */
export const unassigned = 255;

/** 1 in each byte. */
const ones = 0x01010101;
const bytesOfWord = 4;

/** The position of the bit that marks the pixels which a composite takes as clear or as snow. */
const takenBit = { clear: 1, snow: 2 } as const;
export type TakenCodes = keyof typeof takenBit;

/** Whether a `usability` code is taken as such. */
export function isTakenAs(codes: TakenCodes, code: number): boolean {
  return ((code >>> takenBit[codes]) & 1) === 1;
}

/** Adds a scene's clear pixels to those of other scenes, as 1, and returns how many are new. */
export function addClear(pixels: Uint8Array, usable: Uint8Array): number {
  const [words, codes] = wordsOf(pixels, usable);
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    const known = words[index]!;
    const isNew = (codes[index]! >>> takenBit.clear) & ones & ~known;
    words[index] = known | isNew;
    count += sumOfBytes(isNew);
  }
  for (let index = words.length * bytesOfWord; index < pixels.length; index += 1) {
    const isNew = isTakenAs('clear', usable[index]!) && pixels[index] === 0;
    if (!isNew) continue;
    pixels[index] = 1;
    count += 1;
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
  const [owners, shown, takenWords] = wordsOf(assignment, usable, taken);
  const bit = takenBit[codes];
  const slots = Math.imul(slot, ones);
  let count = 0;
  for (let index = 0; index < owners.length; index += 1) {
    const owner = owners[index]!;
    const isTaken = (shown[index]! >>> bit) & isUnassigned(owner);
    takenWords[index] = isTaken;
    const whole = Math.imul(isTaken, 0xff);
    owners[index] = (owner & ~whole) | (slots & whole);
    count += sumOfBytes(isTaken);
  }
  for (let index = owners.length * bytesOfWord; index < taken.length; index += 1) {
    const isTaken = assignment[index] === unassigned && isTakenAs(codes, usable[index]!);
    taken[index] = isTaken ? 1 : 0;
    if (!isTaken) continue;
    assignment[index] = slot;
    count += 1;
  }
  return count;
}

/**
 * 1 in each byte that is 255: adding 1 to the lower seven bits overflows into the highest bit,
 * which must be set too.
 */
function isUnassigned(owner: number): number {
  return ((((owner & 0x7f7f7f7f) + ones) & owner) >>> 7) & ones;
}

/** The sum of bytes that are 0 or 1. */
function sumOfBytes(word: number): number {
  return Math.imul(word, ones) >>> 24;
}

/**
 * Views some planes of one length as words. Up to three bytes at the end belong to no word. There
 * are no words if a plane does not begin on a word's boundary, as a plane from another process may.
 */
function wordsOf<Planes extends readonly Uint8Array[]>(
  ...planes: Planes
): { [Index in keyof Planes]: Int32Array } {
  const isAligned = planes.every(({ byteOffset }) => byteOffset % bytesOfWord === 0);
  const words = planes.map(({ buffer, byteOffset, length }) =>
    isAligned
      ? new Int32Array(buffer, byteOffset, Math.floor(length / bytesOfWord))
      : new Int32Array(0),
  );
  return words as { [Index in keyof Planes]: Int32Array };
}
