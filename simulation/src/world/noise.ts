/**
 * Seeded noise over the plane. Every function is pure: the same place and seed give the same value
 * whatever was asked before, which is what lets a scene be made in any order, a tile at a time.
 */

/** A 32-bit unsigned hash of a lattice point (murmur3's finalizer over mixed coordinates). */
export function hashPoint(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1) at a lattice point. */
export function randomAt(x: number, y: number, seed: number): number {
  return hashPoint(x, y, seed) / 0x1_0000_0000;
}

/** A seed for one use of another seed. Noises with different purposes are then independent. */
export function deriveSeed(seed: number, purpose: number): number {
  return hashPoint(seed | 0, purpose | 0, 0x5eed);
}

const gradientCount = 32;
const gradientX = new Float64Array(gradientCount);
const gradientY = new Float64Array(gradientCount);
for (let index = 0; index < gradientCount; index++) {
  const angle = (2 * Math.PI * (index + 0.5)) / gradientCount;
  gradientX[index] = Math.cos(angle);
  gradientY[index] = Math.sin(angle);
}

/** Standard deviation of `plainNoise` over the plane, measured over a million points. */
const plainNoiseDeviation = 0.2156;

/**
 * A fixed shuffle of 0 to 4095. Two look-ups in it make a faster hash of a lattice point than
 * arithmetic does.
 */
const shuffleMask = 4095;
const shuffle = makeShuffle();

function makeShuffle(): Uint16Array {
  const table = Uint16Array.from({ length: shuffleMask + 1 }, (_, index) => index);
  for (let index = shuffleMask; index > 0; index--) {
    const other = hashPoint(index, 0, 0x5f0f) % (index + 1);
    const value = table[index];
    table[index] = table[other];
    table[other] = value;
  }
  return table;
}

/** Gradient noise with a lattice of 1: smooth, zero at lattice points, about ±0.7. */
function plainNoise(x: number, y: number, seed: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - column;
  const fy = y - row;
  const left = shuffle[(column + seed) & shuffleMask] + (seed >>> 12);
  const right = shuffle[(column + 1 + seed) & shuffleMask] + (seed >>> 12);
  const g00 = shuffle[(left + row) & shuffleMask] & 31;
  const g10 = shuffle[(right + row) & shuffleMask] & 31;
  const g01 = shuffle[(left + row + 1) & shuffleMask] & 31;
  const g11 = shuffle[(right + row + 1) & shuffleMask] & 31;
  const n00 = gradientX[g00] * fx + gradientY[g00] * fy;
  const n10 = gradientX[g10] * (fx - 1) + gradientY[g10] * fy;
  const n01 = gradientX[g01] * fx + gradientY[g01] * (fy - 1);
  const n11 = gradientX[g11] * (fx - 1) + gradientY[g11] * (fy - 1);
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const top = n00 + u * (n10 - n00);
  const bottom = n01 + u * (n11 - n01);
  return top + v * (bottom - top);
}

/** Gradient noise of unit variance whose features are about `wavelength` across. */
export function smoothNoise(x: number, y: number, wavelength: number, seed: number): number {
  return plainNoise(x / wavelength, y / wavelength, seed) / plainNoiseDeviation;
}

/** How a fractal noise is built. */
export interface FractalOptions {
  /** Size of the largest features, in the unit of x and y. */
  readonly wavelength: number;
  readonly octaves: number;
  /** Amplitude of each octave relative to the one above it. */
  readonly gain: number;
  /** Octaves with a shorter wavelength are left out: a coarse pixel can't show them. */
  readonly shortest?: number;
}

/** Fractal noise of unit variance when all octaves are present. */
export function fractalNoise(x: number, y: number, options: FractalOptions, seed: number): number {
  const { wavelength, octaves, gain, shortest = 0 } = options;
  let amplitude = 1;
  let size = wavelength;
  let sum = 0;
  let power = 0;
  for (let octave = 0; octave < octaves; octave++) {
    if (size >= shortest) sum += amplitude * plainNoise(x / size, y / size, seed + octave * 101);
    power += amplitude * amplitude;
    amplitude *= gain;
    size *= 0.5;
  }
  return sum / (plainNoiseDeviation * Math.sqrt(power));
}

/** The value that a unit normal variable stays below with probability p (logistic approximation). */
export function normalQuantile(p: number): number {
  const bounded = Math.min(Math.max(p, 1e-4), 1 - 1e-4);
  return Math.log(bounded / (1 - bounded)) / 1.702;
}

/** The value, limited to the range from `low` to `high`. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : Math.min(value, high);
}

/** 0 below `low`, 1 above `high`, an S-curve between. */
export function smoothStep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Unit normal samples for sensor noise: looking one up is much cheaper than drawing it. */
export const normalTableMask = 0xffff;
export const normalTable: Float32Array = makeNormalTable();

function makeNormalTable(): Float32Array {
  const table = new Float32Array(normalTableMask + 1);
  for (let index = 0; index < table.length; index += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - randomAt(index, 1, 0xa11ce)));
    const angle = 2 * Math.PI * randomAt(index, 2, 0xa11ce);
    table[index] = radius * Math.cos(angle);
    table[index + 1] = radius * Math.sin(angle);
  }
  return table;
}

/** The seed of the demonstration's country. */
export const defaultSeed = 20_150;
