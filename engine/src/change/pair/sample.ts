/**
 * Chooses up to `limit` observed pixels, in order. If there are more, they are divided into `limit`
 * equal parts and a random pixel of each is taken, so that the sample covers the picture evenly. The
 * same seed gives the same sample.
 */
export function samplePixels(observed: Uint8Array, limit: number, seed: number): Int32Array {
  let count = 0;
  for (let i = 0; i < observed.length; i++) count += observed[i];
  const taken = Math.min(count, limit);
  const positions = new Int32Array(taken);
  const random = mulberry32(seed);
  let rank = 0;
  let next = 0;
  let wanted = pick(0, taken, count, random);
  for (let i = 0; i < observed.length && next < taken; i++) {
    if (observed[i] === 0) continue;
    if (rank === wanted) {
      positions[next++] = i;
      wanted = pick(next, taken, count, random);
    }
    rank++;
  }
  return positions;
}

function pick(part: number, parts: number, count: number, random: () => number): number {
  const start = Math.floor((part * count) / parts);
  const end = Math.floor(((part + 1) * count) / parts);
  return start + Math.floor(random() * (end - start));
}

/** Numbers in [0, 1) from a 32-bit state (mulberry32, Tommy Ettinger, public domain). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
