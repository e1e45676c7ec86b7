import { boxCounts } from './observed.ts';
import { type Rows, sharedBytes, sharedFloats } from './rows.ts';
import type { RunRows } from './run-rows.ts';

const rounds = 6;
const coupling = 2;
const largestUnary = 4;

/**
 * Which pixels are changed, given that neighbours mostly agree: a binary Markov random field whose
 * evidence is score − threshold (at most ±4) and whose eight neighbours pull with equal strength,
 * solved by six rounds of mean field (Koller & Friedman, Probabilistic Graphical Models, §11.5).
 * Unobserved pixels neither pull nor change. Returns 1 where changed.
 */
export function meanField(
  score: Float32Array,
  threshold: number,
  observed: Uint8Array,
  size: { width: number; height: number },
  runRows: RunRows,
): Uint8Array {
  // The field is 2p − 1 = tanh(x/2), so that an unobserved pixel is 0 and adds nothing.
  let field = sharedFloats(score.length);
  let next = sharedFloats(score.length);
  const evidence = sharedFloats(score.length);
  const counts = sharedBytes(score.length);
  runRows('beginField', { score, threshold, observed, evidence, field, counts }, size);
  for (let round = 0; round < rounds; round++) {
    runRows('updateField', { field, next, evidence, observed, counts }, size);
    [field, next] = [next, field];
  }
  const changed = new Uint8Array(score.length);
  for (let i = 0; i < score.length; i++) changed[i] = field[i] > 0 ? 1 : 0;
  return changed;
}

interface FieldStart {
  readonly score: Float32Array;
  readonly threshold: number;
  readonly observed: Uint8Array;
  readonly evidence: Float32Array;
  readonly field: Float32Array;
  readonly counts: Uint8Array;
}

export function beginField(
  { score, threshold, observed, evidence, field, counts }: FieldStart,
  rows: Rows,
): void {
  const { width, first, end } = rows;
  counts.set(boxCounts(observed, rows), first * width);
  for (let i = first * width; i < end * width; i++) {
    if (observed[i] === 0) continue;
    evidence[i] = Math.min(largestUnary, Math.max(-largestUnary, score[i] - threshold));
    field[i] = agreement(evidence[i]);
  }
}

interface FieldUpdate {
  readonly field: Float32Array;
  readonly next: Float32Array;
  readonly evidence: Float32Array;
  readonly observed: Uint8Array;
  readonly counts: Uint8Array;
}

export function updateField(
  { field, next, evidence, observed, counts }: FieldUpdate,
  { width, height, first, end }: Rows,
): void {
  const outside = new Float32Array(width);
  const row = (y: number): Float32Array =>
    y < 0 || y >= height ? outside : field.subarray(y * width, (y + 1) * width);
  for (let y = first; y < end; y++) {
    const rows = { above: row(y - 1), here: row(y), below: row(y + 1) };
    updateRow(rows, { evidence, observed, counts, start: y * width }, next);
  }
}

/** The next field of one row, from the field of that row and of those beside it. */
function updateRow(
  { above, here, below }: { above: Float32Array; here: Float32Array; below: Float32Array },
  {
    evidence,
    observed,
    counts,
    start,
  }: { evidence: Float32Array; observed: Uint8Array; counts: Uint8Array; start: number },
  next: Float32Array,
): void {
  const width = here.length;
  let left = 0;
  let middle = above[0] + here[0] + below[0];
  for (let x = 0; x < width; x++) {
    const right = x + 1 < width ? above[x + 1] + here[x + 1] + below[x + 1] : 0;
    const i = start + x;
    if (observed[i] !== 0) {
      const sum = left + middle + right - here[x];
      const neighbours = counts[i] - 1;
      next[i] = agreement(evidence[i] + (neighbours > 0 ? (coupling * sum) / neighbours : 0));
    }
    left = middle;
    middle = right;
  }
}

/** No sum of evidence and pull is further from 0. */
const tableEnd = largestUnary + coupling;
const stepsPerUnit = 1024;
const agreements = Float32Array.from({ length: 2 * tableEnd * stepsPerUnit + 2 }, (_, step) =>
  Math.tanh((step / stepsPerUnit - tableEnd) / 2),
);

/** tanh(x/2) by a table with linear interpolation; its error is below 1e-7, the field's own precision. */
function agreement(x: number): number {
  const position = (x + tableEnd) * stepsPerUnit;
  const step = Math.min(agreements.length - 2, Math.max(0, position | 0));
  return agreements[step] + (agreements[step + 1] - agreements[step]) * (position - step);
}
