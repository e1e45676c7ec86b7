import type { MultiPolygon, Polygon } from 'geojson';
import type { Grid } from './grid.ts';
import type { PixelLayout } from './pixel-layout.ts';
import { forEachSpan } from './rasterize.ts';

/**
 * The layout of the pixels whose centre lies inside an area (longitude, latitude): those that
 * `rasterizeArea` sets to 1. Its memory grows with the area and not with its rectangle. Throws as
 * `rasterizeArea` does.
 */
export function areaLayout(area: Polygon | MultiPolygon, grid: Grid): PixelLayout {
  const { width, height } = grid;
  const spans = new Spans();
  forEachSpan(area, grid, (row, start, end) => spans.add(row, start, end));
  return { width, height, ...spans.join(height) };
}

/** Spans of a raster's rows, in any order. They may overlap. */
class Spans {
  #count = 0;
  #values = new Uint32Array(3 * 1024);

  add(row: number, start: number, end: number): void {
    if (3 * this.#count === this.#values.length) {
      const larger = new Uint32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set([row, start, end], 3 * this.#count);
    this.#count++;
  }

  /** The pixels that they cover, as spans that do not touch within a row. */
  join(height: number): Required<Pick<PixelLayout, 'pixelCount' | 'spans'>> {
    const { starts, ends, firstOfRow } = this.#byRow(height);
    const offsets = new Uint32Array(starts.length);
    let [spans, pixelCount] = [0, 0];
    for (let row = 0; row < height; row++) {
      const [first, end] = [firstOfRow[row], firstOfRow[row + 1]];
      firstOfRow[row] = spans;
      for (let span = first; span < end; span++) {
        const [start, last] = [starts[span], ends[span]];
        if (spans > firstOfRow[row] && start <= ends[spans - 1]) {
          pixelCount += Math.max(0, last - ends[spans - 1]);
          ends[spans - 1] = Math.max(ends[spans - 1], last);
          continue;
        }
        offsets[spans] = pixelCount;
        starts[spans] = start;
        ends[spans] = last;
        pixelCount += last - start;
        spans++;
      }
    }
    firstOfRow[height] = spans;
    return {
      pixelCount,
      spans: {
        firstOfRow,
        starts: starts.slice(0, spans),
        ends: ends.slice(0, spans),
        offsets: offsets.slice(0, spans),
      },
    };
  }

  /** The spans sorted by row, and within a row from the left. */
  #byRow(height: number) {
    const firstOfRow = new Uint32Array(height + 1);
    for (let span = 0; span < this.#count; span++) {
      firstOfRow[this.#values[3 * span] + 1]++;
    }
    for (let row = 0; row < height; row++) firstOfRow[row + 1] += firstOfRow[row];
    const next = firstOfRow.slice();
    const starts = new Uint32Array(this.#count);
    const ends = new Uint32Array(this.#count);
    for (let span = 0; span < this.#count; span++) {
      const place = next[this.#values[3 * span]]++;
      starts[place] = this.#values[3 * span + 1];
      ends[place] = this.#values[3 * span + 2];
    }
    for (let row = 0; row < height; row++) {
      sortSpans(starts, ends, firstOfRow[row], firstOfRow[row + 1]);
    }
    return { firstOfRow, starts, ends };
  }
}

/** Sorts spans by their first column. */
function sortSpans(starts: Uint32Array, ends: Uint32Array, first: number, end: number): void {
  if (end - first < 2) return;
  const spans = Array.from({ length: end - first }, (_, index) => [
    starts[first + index],
    ends[first + index],
  ]);
  spans.sort(([one], [other]) => one! - other!);
  for (const [index, [start, last]] of spans.entries()) {
    starts[first + index] = start!;
    ends[first + index] = last!;
  }
}
