import { sharedArray } from '../../memory/shared-array.ts';
import type { RasterSize } from '../../raster/grid.ts';
import { boxCounts } from '../pair/observed.ts';
import type { Rows } from '../rows/rows.ts';
import type { RowWork } from '../rows/run-rows.ts';

const rounds = 6;
const coupling = 2;
/** Stronger evidence counts as this much. */
export const largestUnary = 4;
/** Pixels side by side that are worked on together; at least as many as there are rounds. */
const spanPixels = 16;

/**
 * Decides which pixels are changed, given that neighbours mostly agree. The model is a binary
 * Markov random field. Its evidence is score − threshold, at most ±4, and each pixel is pulled
 * equally by its eight neighbours. Six rounds of mean field solve it (Koller & Friedman,
 * Probabilistic Graphical Models, 11.5). Unobserved pixels neither pull nor change. Returns 1 where
 * changed.
 * A pixel cannot change if its evidence against change is stronger than the pull of all its
 * neighbours. Nor can pixels influence each other that lie further apart than there are rounds. It
 * is therefore enough to work on pixels near to those that could change, a tenth of most pictures.
 * The result is the same as for all pixels.
 */
export function meanField(
  score: Float32Array,
  threshold: number,
  observed: Uint8Array,
  { size, runRows, buffers }: RowWork,
): Uint8Array {
  const take = () => buffers.take(score.length);
  let [field, next] = [take(), take()];
  const evidence = take();
  const counts = buffers.takeBytes(score.length);
  const open = sharedArray(Uint8Array, Math.ceil(size.width / spanPixels) * size.height);
  runRows(beginField, { score, threshold, observed, evidence, field, next, counts, open }, size);
  const worked = widened(open, size);
  for (let round = 0; round < rounds; round++) {
    runRows(updateField, { field, next, evidence, observed, counts, worked }, size);
    [field, next] = [next, field];
  }
  const changed = new Uint8Array(score.length);
  for (let i = 0; i < score.length; i++) changed[i] = field[i] > 0 ? 1 : 0;
  buffers.giveBack(field, next, evidence, counts);
  return changed;
}

interface FieldTask {
  readonly field: Float32Array;
  readonly next: Float32Array;
  readonly evidence: Float32Array;
  readonly observed: Uint8Array;
  readonly counts: Uint8Array;
}

interface FieldStart extends FieldTask {
  readonly score: Float32Array;
  readonly threshold: number;
  /** For each span of pixels, 1 if one of them could change. */
  readonly open: Uint8Array;
}

/**
 * A row kernel: fills the evidence, the counts of observed neighbours and the open spans of its
 * rows, and sets the field of its rows to the evidence alone.
 */
export function beginField(
  { score, threshold, observed, evidence, field, next, counts, open }: FieldStart,
  rows: Rows,
): void {
  const { width, first, end } = rows;
  const spans = Math.ceil(width / spanPixels);
  // The field is 2p − 1 = tanh(x/2): an unobserved pixel is 0 and adds nothing.
  for (const each of [field, next]) each.fill(0, first * width, end * width);
  counts.set(boxCounts(observed, rows), first * width);
  for (let y = first; y < end; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (observed[i] === 0) continue;
      const forChange = Math.min(largestUnary, Math.max(-largestUnary, score[i] - threshold));
      evidence[i] = forChange;
      field[i] = agreement(forChange);
      if (forChange > -coupling) open[y * spans + Math.floor(x / spanPixels)] = 1;
    }
  }
}

/** Open spans, and the spans around them whose pixels can influence theirs. */
function widened(open: Uint8Array, { width, height }: RasterSize) {
  const spans = Math.ceil(width / spanPixels);
  const wide = sharedArray(Uint8Array, open.length);
  for (let y = 0; y < height; y++) {
    for (let span = 0; span < spans; span++) {
      if (open[y * spans + span] === 0) continue;
      for (let row = Math.max(0, y - rounds); row <= Math.min(height - 1, y + rounds); row++) {
        wide.fill(1, row * spans + Math.max(0, span - 1), row * spans + Math.min(spans, span + 2));
      }
    }
  }
  return wide;
}

interface FieldUpdate extends FieldTask {
  /** 1 for each span of pixels that is worked on. */
  readonly worked: Uint8Array;
}

/** A row kernel: computes the next field in those spans of its rows that are worked on. */
export function updateField(task: FieldUpdate, rows: Rows): void {
  const { width, first, end } = rows;
  const spans = Math.ceil(width / spanPixels);
  for (let y = first; y < end; y++) {
    let span = 0;
    while (span < spans) {
      const from = task.worked.indexOf(1, y * spans + span) - y * spans;
      if (from < 0 || from >= spans) break;
      span = from;
      while (span < spans && task.worked[y * spans + span] === 1) span++;
      updateSpan(task, rows, {
        y,
        left: from * spanPixels,
        right: Math.min(width, span * spanPixels),
      });
    }
  }
}

/** The next field of the pixels of row `y` from column `left` to, not including, `right`. */
function updateSpan(
  { field, next, evidence, observed, counts }: FieldUpdate,
  { width, height }: Rows,
  { y, left, right }: { readonly y: number; readonly left: number; readonly right: number },
): void {
  const columnSum = (x: number): number => {
    if (x < 0 || x >= width) return 0;
    const i = y * width + x;
    const above = y > 0 ? field[i - width] : 0;
    const below = y + 1 < height ? field[i + width] : 0;
    return above + field[i] + below;
  };
  let before = columnSum(left - 1);
  let middle = columnSum(left);
  for (let x = left; x < right; x++) {
    const after = columnSum(x + 1);
    const i = y * width + x;
    if (observed[i] !== 0) {
      const sum = before + middle + after - field[i];
      const neighbours = counts[i] - 1;
      next[i] = agreement(evidence[i] + (neighbours > 0 ? (coupling * sum) / neighbours : 0));
    }
    before = middle;
    middle = after;
  }
}

/** The largest possible sum of evidence and pull. */
const tableEnd = largestUnary + coupling;
const stepsPerUnit = 1024;
const agreements = Float32Array.from({ length: 2 * tableEnd * stepsPerUnit + 2 }, (_, step) =>
  Math.tanh((step / stepsPerUnit - tableEnd) / 2),
);

/**
 * tanh(x/2) from a table with linear interpolation. Its error is below 1e-7, the field's own
 * precision.
 */
function agreement(x: number): number {
  const position = (x + tableEnd) * stepsPerUnit;
  const step = Math.min(agreements.length - 2, Math.max(0, position | 0));
  return agreements[step] + (agreements[step + 1] - agreements[step]) * (position - step);
}
