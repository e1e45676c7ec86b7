/** Patches of a mask: 8-connected pixels of one value that is not 0. */
export interface Patches {
  /** The patch of each pixel, from 1; 0 outside. */
  readonly labels: Int32Array;
  /** Pixels of each patch; entry 0 is unused. */
  readonly sizes: Int32Array;
  readonly count: number;
}

/** Labels the 8-connected patches of the pixels where `mask` is 1, in reading order. */
export function labelPatches(mask: Uint8Array, width: number, height: number): Patches {
  const labels = new Int32Array(mask.length);
  const sizes: number[] = [0];
  let stack = new Int32Array(1024);
  for (let seed = 0; seed < mask.length; seed++) {
    if (mask[seed] !== 1 || labels[seed] !== 0) continue;
    const label = sizes.length;
    let size = 0;
    let depth = 0;
    stack[depth++] = seed;
    labels[seed] = label;
    while (depth > 0) {
      const i = stack[--depth];
      size++;
      if (depth + 8 > stack.length) {
        const larger = new Int32Array(stack.length * 2);
        larger.set(stack);
        stack = larger;
      }
      const y = Math.floor(i / width);
      const x = i - y * width;
      const bottom = Math.min(height - 1, y + 1);
      const right = Math.min(width - 1, x + 1);
      for (let row = Math.max(0, y - 1); row <= bottom; row++) {
        for (let column = Math.max(0, x - 1); column <= right; column++) {
          const neighbour = row * width + column;
          if (mask[neighbour] !== 1 || labels[neighbour] !== 0) continue;
          labels[neighbour] = label;
          stack[depth++] = neighbour;
        }
      }
    }
    sizes.push(size);
  }
  return { labels, sizes: Int32Array.from(sizes), count: sizes.length - 1 };
}

/**
 * Clears patches of fewer than `smallest` pixels from a mask of 0 and 1, and those with fewer than
 * `strongPixels` pixels whose score is above `strongScore`. Works in place.
 */
export function dropWeakPatches(
  mask: Uint8Array,
  width: number,
  height: number,
  rule: {
    smallest: number;
    strong?: { score: Float32Array; above: number; pixels: number };
  },
): void {
  const { labels, sizes } = labelPatches(mask, width, height);
  const strongCounts = new Int32Array(sizes.length);
  const { strong } = rule;
  if (strong !== undefined) {
    for (let i = 0; i < mask.length; i++) {
      if (labels[i] !== 0 && strong.score[i] > strong.above) strongCounts[labels[i]]++;
    }
  }
  for (let i = 0; i < mask.length; i++) {
    const label = labels[i];
    if (label === 0) continue;
    const weak = strong !== undefined && strongCounts[label] < strong.pixels;
    if (weak || sizes[label] < rule.smallest) mask[i] = 0;
  }
}
