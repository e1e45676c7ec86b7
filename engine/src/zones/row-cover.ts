import { edgeNumbers, type ZoneEdges } from './zone-edges.ts';

/** Which pixels at a zone's edge count: those whose centre lies inside, or each with the share that is covered. */
export type ZoneEdgeRule = 'centre' | 'share';

/** Below this share a pixel counts as untouched, and above 1 less this as covered: sums of shares are not exact. */
const touched = 1e-9;

/**
 * How a zone covers the rows of pixels, from the top. A row's cover is noted as its changes from column to column
 * (as font rasterizers do), so that it costs as much as its edges and not as its pixels.
 */
export class ZoneCover {
  readonly #edges: Float64Array;
  readonly #rule: ZoneEdgeRule;
  readonly #columns: number;
  #next = 0;
  #active: number[] = [];

  /** @param columns of the pixels; what lies beside them is left out */
  constructor({ numbers }: ZoneEdges, rule: ZoneEdgeRule, columns: number) {
    this.#edges = numbers;
    this.#rule = rule;
    this.#columns = columns;
  }

  /**
   * Adds a row's changes of cover to `changes`, whose sum up to a column is the share of the pixel that is covered.
   * Rows must be asked for in their order. The array has two more numbers than there are columns.
   * @returns the first column with a change and the column after the last one
   */
  addRow(row: number, changes: Float64Array): [first: number, end: number] {
    const edges = this.#edges;
    const { top, bottom, count } = edgeNumbers;
    while (this.#next < edges.length && edges[this.#next + top] < row + 1) {
      this.#active.push(this.#next);
      this.#next += count;
    }
    let [first, last] = [this.#columns, -1];
    let kept = 0;
    for (const edge of this.#active) {
      if (edges[edge + bottom] <= row) continue;
      this.#active[kept++] = edge;
      const [from, to] =
        this.#rule === 'share'
          ? this.#addShare(edge, row, changes)
          : this.#addCentre(edge, row, changes);
      if (from < first) first = from;
      if (to > last) last = to;
    }
    this.#active.length = kept;
    return [first, Math.min(last + 1, this.#columns)];
  }

  /** An edge on the row's centre line changes the cover from the first pixel whose centre lies beyond it. */
  #addCentre(edge: number, row: number, changes: Float64Array): [number, number] {
    const edges = this.#edges;
    const { top, bottom, x, slope, direction } = edgeNumbers;
    const y = row + 0.5;
    if (edges[edge + top] > y || edges[edge + bottom] <= y) return [this.#columns, -1];
    const crossing = edges[edge + x] + (y - edges[edge + top]) * edges[edge + slope];
    const column = Math.min(this.#columns, Math.max(0, Math.ceil(crossing - 0.5)));
    changes[column] += edges[edge + direction];
    return [column, column];
  }

  /** The part of an edge in a row changes the cover of each pixel that it crosses, and of all beyond. */
  #addShare(edge: number, row: number, changes: Float64Array): [number, number] {
    const edges = this.#edges;
    const columns = this.#columns;
    const { top, bottom, x, slope, direction } = edgeNumbers;
    const from = Math.max(row, edges[edge + top]);
    const to = Math.min(row + 1, edges[edge + bottom]);
    const start = edges[edge + x] + (from - edges[edge + top]) * edges[edge + slope];
    const end = start + (to - from) * edges[edge + slope];
    const [left, right] = start < end ? [start, end] : [end, start];
    const gain = (to - from) * edges[edge + direction];
    if (left >= columns) return [columns, columns];
    if (right <= 0) {
      changes[0] += gain;
      return [0, 0];
    }
    const gainPerColumn = right > left ? gain / (right - left) : 0;
    if (left < 0) changes[0] += -left * gainPerColumn;
    const first = Math.max(0, Math.floor(left));
    const last = Math.min(columns - 1, Math.floor(right));
    for (let column = first; column <= last; column++) {
      const begin = Math.max(left, column);
      const finish = Math.min(right, column + 1);
      const part = right > left ? (finish - begin) * gainPerColumn : gain;
      const before = (begin + finish) / 2 - column;
      changes[column] += part * (1 - before);
      changes[column + 1] += part * before;
    }
    return [first, last + 1];
  }
}

/** The share of a pixel for a sum of changes: 0 to 1, also where parts of a zone overlap. */
export function shareOf(cover: number): number {
  if (cover < touched) return 0;
  return cover > 1 - touched ? 1 : cover;
}
