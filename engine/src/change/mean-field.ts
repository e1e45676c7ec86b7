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
  width: number,
  height: number,
): Uint8Array {
  // The field is 2p − 1 = tanh(x/2), so that an unobserved pixel is 0 and adds nothing.
  let field = new Float32Array(score.length);
  let next = new Float32Array(score.length);
  for (let i = 0; i < score.length; i++) {
    field[i] = observed[i] === 0 ? 0 : agreement(unary(score[i], threshold));
  }
  const sums = new Float32Array(width + 2);
  const counts = new Float32Array(width + 2);
  for (let round = 0; round < rounds; round++) {
    for (let y = 0; y < height; y++) {
      columnSums(field, observed, y, width, height, sums, counts);
      const start = y * width;
      for (let x = 0; x < width; x++) {
        const i = start + x;
        if (observed[i] === 0) continue;
        const neighbours = counts[x] + counts[x + 1] + counts[x + 2] - 1;
        const sum = sums[x] + sums[x + 1] + sums[x + 2] - field[i];
        const pull = neighbours > 0 ? (coupling * sum) / neighbours : 0;
        next[i] = agreement(unary(score[i], threshold) + pull);
      }
    }
    [field, next] = [next, field];
  }
  const changed = new Uint8Array(score.length);
  for (let i = 0; i < score.length; i++) changed[i] = field[i] > 0 ? 1 : 0;
  return changed;
}

function unary(score: number, threshold: number): number {
  return Math.min(largestUnary, Math.max(-largestUnary, score - threshold));
}

/** tanh(x/2) */
function agreement(x: number): number {
  return 1 - 2 / (1 + Math.exp(x));
}

/** Sums of three rows around `row`, with one zero column on both sides. */
function columnSums(
  field: Float32Array,
  observed: Uint8Array,
  row: number,
  width: number,
  height: number,
  sums: Float32Array,
  counts: Float32Array,
): void {
  sums.fill(0);
  counts.fill(0);
  const bottom = Math.min(height - 1, row + 1);
  for (let y = Math.max(0, row - 1); y <= bottom; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++) {
      sums[x + 1] += field[start + x];
      counts[x + 1] += observed[start + x];
    }
  }
}
