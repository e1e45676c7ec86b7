/**
 * A mask with one bit for each pixel, 32 in a word, so that one operation grows or shrinks 32
 * pixels at once. Each row begins with a new word, whose lowest bit is the leftmost pixel. Bits
 * beyond the row's end are 0.
 */
export interface BitMask {
  readonly width: number;
  readonly height: number;
  readonly wordsPerRow: number;
  /** Row by row from the top. */
  readonly words: Int32Array;
}

const bitsPerWord = 32;
/** The largest number of bits by which a word can be shifted. */
const longestShift = bitsPerWord - 1;

/** The pixels whose value has a 1 in `table`. */
export function bitsWhere(
  values: ArrayLike<number>,
  table: Uint8Array,
  { width, height }: { width: number; height: number },
): BitMask {
  const wordsPerRow = Math.ceil(width / bitsPerWord);
  const words = new Int32Array(wordsPerRow * height);
  for (let row = 0, word = 0, index = 0; row < height; row++) {
    for (let column = 0; column < width; column += bitsPerWord, word++) {
      const end = index + Math.min(bitsPerWord, width - column);
      let bits = 0;
      for (let bit = 0; index < end; bit++, index++) bits |= table[values[index]] << bit;
      words[word] = bits;
    }
  }
  return { width, height, wordsPerRow, words };
}

/** Grows a mask by a square of `radius` pixels around each of its pixels. */
export function grown(mask: BitMask, radius: number): BitMask {
  if (radius === 0) return mask;
  const wide = copyOf(mask);
  spreadRight(wide, radius);
  const left = copyOf(mask);
  spreadLeft(left, radius);
  for (let word = 0; word < wide.words.length; word++) wide.words[word] |= left.words[word];
  clearBeyondRows(wide);
  const down = copyOf(wide);
  spreadDown(down, radius);
  spreadUp(wide, radius);
  for (let word = 0; word < wide.words.length; word++) wide.words[word] |= down.words[word];
  return wide;
}

/**
 * Keeps a pixel if all pixels of the square of `radius` pixels around it, clipped to the grid, are
 * 1.
 */
export function shrunk(mask: BitMask, radius: number): BitMask {
  return opposite(grown(opposite(mask), radius));
}

/** Keeps the pixels that have at least two others among their eight neighbours. */
export function withoutSpecks(mask: BitMask): BitMask {
  const { words, wordsPerRow } = mask;
  const kept = copyOf(mask);
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    const column = word % wordsPerRow;
    // Counts neighbours for 32 pixels at once: whether there is at least one, and at least two.
    let [one, two] = [0, 0];
    for (const line of [word - wordsPerRow, word, word + wordsPerRow]) {
      if (line < 0 || line >= words.length) continue;
      const here = words[line];
      const before = column === 0 ? 0 : words[line - 1];
      const after = column === wordsPerRow - 1 ? 0 : words[line + 1];
      const left = (here << 1) | (before >>> longestShift);
      const right = (here >>> 1) | (after << longestShift);
      two |= (one & left) | ((one | left) & right);
      one |= left | right;
      if (line === word) continue;
      two |= one & here;
      one |= here;
    }
    kept.words[word] = words[word] & two;
  }
  return kept;
}

/** The pixels of either mask; both have the same size. */
export function union(mask: BitMask, other: BitMask): BitMask {
  return { ...mask, words: mask.words.map((word, index) => word | other.words[index]) };
}

/** A mask with a byte for each pixel: 1 where it is set. */
export function bytesOf({ width, height, wordsPerRow, words }: BitMask): Uint8Array {
  const bytes = new Uint8Array(width * height);
  for (let row = 0, word = 0; row < height; row++) {
    for (let part = 0; part < wordsPerRow; part++, word++) {
      const first = row * width + part * bitsPerWord;
      if (words[word] === -1) bytes.fill(1, first, first + bitsPerWord);
      else
        for (let bits = words[word], at = first; bits !== 0; bits >>>= 1, at++)
          bytes[at] = bits & 1;
    }
  }
  return bytes;
}

function copyOf(mask: BitMask): BitMask {
  return { ...mask, words: mask.words.slice() };
}

function opposite(mask: BitMask): BitMask {
  const other = { ...mask, words: mask.words.map((word) => ~word) };
  clearBeyondRows(other);
  return other;
}

function clearBeyondRows({ width, wordsPerRow, words }: BitMask): void {
  const used = width % bitsPerWord;
  if (used === 0) return;
  const bits = (1 << used) - 1;
  for (let word = wordsPerRow - 1; word < words.length; word += wordsPerRow) words[word] &= bits;
}

/** The steps that grow one pixel by `radius` pixels. Each step at most doubles the row. */
function* stepsTo(radius: number, longest: number): Generator<number, void, void> {
  for (let length = 1; length <= radius; ) {
    const step = Math.min(length, radius + 1 - length, longest);
    yield step;
    length += step;
  }
}

/**
 * Spreads towards higher bits. It goes from the right, so that each word reads its neighbour before
 * that changes.
 */
function spreadRight({ wordsPerRow, words }: BitMask, radius: number): void {
  for (const step of stepsTo(radius, longestShift)) {
    for (let start = 0; start < words.length; start += wordsPerRow) {
      for (let word = start + wordsPerRow - 1; word > start; word--) {
        words[word] |= (words[word] << step) | (words[word - 1] >>> (bitsPerWord - step));
      }
      words[start] |= words[start] << step;
    }
  }
}

function spreadLeft({ wordsPerRow, words }: BitMask, radius: number): void {
  for (const step of stepsTo(radius, longestShift)) {
    for (let start = 0; start < words.length; start += wordsPerRow) {
      const last = start + wordsPerRow - 1;
      for (let word = start; word < last; word++) {
        words[word] |= (words[word] >>> step) | (words[word + 1] << (bitsPerWord - step));
      }
      words[last] |= words[last] >>> step;
    }
  }
}

function spreadDown({ wordsPerRow, words }: BitMask, radius: number): void {
  for (const step of stepsTo(radius, Infinity)) {
    const distance = step * wordsPerRow;
    for (let word = words.length - 1; word >= distance; word--) {
      words[word] |= words[word - distance];
    }
  }
}

function spreadUp({ wordsPerRow, words }: BitMask, radius: number): void {
  for (const step of stepsTo(radius, Infinity)) {
    const distance = step * wordsPerRow;
    for (let word = 0; word < words.length - distance; word++) {
      words[word] |= words[word + distance];
    }
  }
}
