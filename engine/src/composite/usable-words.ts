/*
 * Masks and codes of one byte a pixel, four pixels at once: each byte of a 32-bit word is a pixel. A
 * quarter of the time of one after the other, and the same results.
 */

/** No scene, where pixels are assigned to scenes by their numbers. */
export const unassigned = 255;

/** 1 in each byte. */
const ones = 0x01010101;
const bytesOfWord = 4;

/** How far to the right the bit stands that tells the pixels that a composite takes. */
const takenBit = { clear: 1, snow: 2 } as const;
export type TakenCodes = keyof typeof takenBit;

/** Whether a `usability` code is taken as such. */
export function isTakenAs(codes: TakenCodes, code: number): boolean {
  return ((code >>> takenBit[codes]) & 1) === 1;
}

/** Adds the clear pixels of a scene to those of others, 1 each; tells how many are new. */
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
 * Assigns the pixels that have no scene yet to `slot` where a scene shows what is taken.
 *
 * @param taken where 1 is written on each of them, 0 on all others
 * @returns how many these are
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

/** 1 in each byte that is 255: the lower seven bits overflow into the highest, which is set as well. */
function isUnassigned(owner: number): number {
  return ((((owner & 0x7f7f7f7f) + ones) & owner) >>> 7) & ones;
}

/** Of bytes that are 1 or 0. */
function sumOfBytes(word: number): number {
  return Math.imul(word, ones) >>> 24;
}

/**
 * The words of some planes of one length; up to three bytes at the end are in none. None at all where a
 * plane begins within a word, as one that came from another process may.
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
