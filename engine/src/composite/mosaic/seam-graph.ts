import { forEachBelow, forEachSpan, type PixelLayout } from '../../raster/pixel-layout.ts';

/**
 * Side in pixels of the cells in which a segment's correction is one number, before interpolation.
 */
const cellPixels = 8;
/**
 * Neighbouring pixels differ by their ground, too. Larger differences are cut off. Reflectance ×
 * 10,000.
 */
const largestStep = 600;

/** Cells of segments as a graph. A node is the part of a segment that lies in one cell. */
export interface SeamGraph {
  readonly nodeCount: number;
  /** Pixels of each node, as a share of a cell. */
  readonly masses: Float64Array;
  /** Pairs of nodes whose pixels touch, each pair once. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /**
   * For each edge within one segment, its pairs of pixels as a share of a cell's side; 0 across a
   * seam.
   */
  readonly inside: Float64Array;
  /** For each edge across a seam, its pairs of pixels as such a share; 0 within one segment. */
  readonly across: Float64Array;
  /**
   * For each band and edge across a seam, how much brighter the first node's pixels are on average.
   */
  readonly steps: readonly Float64Array[];
  /** Interpolates one value for each band and node to the pixels of the node's segment. */
  readonly interpolate: (
    values: readonly Float64Array[],
    onPixel: (pixel: number, band: number, value: number) => void,
  ) => void;
}

/** To which segment each pixel of a picture belongs, and where the seams between them lie. */
export interface Seams {
  /** For each pixel the number of its segment, from 1; 0 for none. */
  readonly segments: Uint16Array;
  /** The layout of the segments and bands. */
  readonly layout: PixelLayout;
  /** Whether the step between two neighbouring pixels of different segments is to be removed. */
  readonly isSeam: (pixel: number, other: number) => boolean;
}

/** Builds the graph of the cells of segments, with the steps of each band across seams. */
export function seamGraph(bands: readonly Uint16Array[], seams: Seams): SeamGraph {
  const { segments, layout, isSeam } = seams;
  const cells = new Cells(layout, segments);
  const edges = new Edges(cells.sizes.length, bands);
  const touch = (pixel: number, other: number): void => {
    const one = cells.nodes[pixel];
    const two = cells.nodes[other];
    if (one === two || one < 0 || two < 0) return;
    const isAcross = segments[pixel] !== segments[other] && isSeam(pixel, other);
    const edge = one < two ? edges.between(one, two) : edges.between(two, one);
    if (!isAcross) edges.addInside(edge);
    else if (one < two) edges.addAcross(edge, pixel, other);
    else edges.addAcross(edge, other, pixel);
  };
  forEachSpan(layout, (_, start, end, index) => {
    for (let pixel = index; pixel + 1 < index + end - start; pixel++) touch(pixel, pixel + 1);
  });
  forEachBelow(layout, (index, below, count) => {
    for (let pixel = 0; pixel < count; pixel++) touch(index + pixel, below + pixel);
  });
  return {
    nodeCount: cells.sizes.length,
    masses: Float64Array.from(cells.sizes, (pixels) => pixels / cellPixels ** 2),
    ...edges.finish(),
    interpolate: (values, onPixel) => interpolate(cells, { layout, segments }, values, onPixel),
  };
}

/** The nodes: the pixels of each segment in each cell. */
class Cells {
  /** For each pixel its node; -1 where it is of no segment. */
  readonly nodes: Int32Array;
  /** Pixels of each node. */
  readonly sizes: number[] = [];
  readonly #columns: number;
  readonly #segments: number[] = [];
  /** For each cell its last node, and for each node the previous one in its cell, or -1. */
  readonly #lastOfCell = new Map<number, number>();
  readonly #before: number[] = [];

  constructor(layout: PixelLayout, segments: Uint16Array) {
    this.nodes = new Int32Array(segments.length).fill(-1);
    this.#columns = Math.ceil(layout.width / cellPixels);
    forEachSpan(layout, (row, start, end, index) => {
      const cellRow = Math.floor(row / cellPixels);
      let [cellColumn, segment, node] = [-1, 0, -1];
      for (let pixel = index, column = start; column < end; pixel++, column++) {
        if (segments[pixel] === 0) continue;
        const at = Math.floor(column / cellPixels);
        if (at !== cellColumn || segments[pixel] !== segment) {
          [cellColumn, segment] = [at, segments[pixel]];
          node = this.nodeAt(cellColumn, cellRow, segment);
          if (node === -1) node = this.#begin(cellColumn, cellRow, segment);
        }
        this.sizes[node]++;
        this.nodes[pixel] = node;
      }
    });
  }

  /** The node of a segment in a cell; -1 if the segment has no pixel there. */
  nodeAt(cellColumn: number, cellRow: number, segment: number): number {
    if (cellColumn < 0 || cellColumn >= this.#columns) return -1;
    let node = this.#lastOfCell.get(cellRow * this.#columns + cellColumn) ?? -1;
    while (node !== -1 && this.#segments[node] !== segment) node = this.#before[node];
    return node;
  }

  #begin(cellColumn: number, cellRow: number, segment: number): number {
    const node = this.sizes.length;
    const cell = cellRow * this.#columns + cellColumn;
    this.#before.push(this.#lastOfCell.get(cell) ?? -1);
    this.#lastOfCell.set(cell, node);
    this.#segments.push(segment);
    this.sizes.push(0);
    return node;
  }
}

/** Edges with counts that still grow. The edges of a node form a chain. */
class Edges {
  readonly #bands: readonly Uint16Array[];
  readonly #firstOf: Int32Array;
  readonly #next: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #inside: number[] = [];
  readonly #across: number[] = [];
  readonly #steps: readonly number[][];

  constructor(nodeCount: number, bands: readonly Uint16Array[]) {
    this.#bands = bands;
    this.#firstOf = new Int32Array(nodeCount).fill(-1);
    this.#steps = bands.map(() => []);
  }

  /** The edge between two nodes, which begins now if there is none yet. */
  between(one: number, two: number): number {
    let edge = this.#firstOf[one];
    while (edge !== -1 && this.#to[edge] !== two) edge = this.#next[edge];
    return edge === -1 ? this.#begin(one, two) : edge;
  }

  /** Counts a pair of pixels with no seam between them. */
  addInside(edge: number): void {
    this.#inside[edge] += 1 / cellPixels;
  }

  /** Counts a pair of pixels across a seam: one of the edge's first node and one of its second. */
  addAcross(edge: number, pixel: number, other: number): void {
    this.#across[edge]++;
    for (let band = 0; band < this.#bands.length; band++) {
      const step = this.#bands[band][pixel] - this.#bands[band][other];
      this.#steps[band][edge] += Math.min(largestStep, Math.max(-largestStep, step));
    }
  }

  finish(): Pick<SeamGraph, 'from' | 'to' | 'inside' | 'across' | 'steps'> {
    const across = Float64Array.from(this.#across);
    return {
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      inside: Float64Array.from(this.#inside),
      across,
      steps: this.#steps.map((sums) =>
        Float64Array.from(sums, (sum, edge) => sum / Math.max(1, across[edge])),
      ),
    };
  }

  #begin(one: number, two: number): number {
    const edge = this.#to.length;
    this.#from.push(one);
    this.#to.push(two);
    this.#inside.push(0);
    this.#across.push(0);
    for (const sums of this.#steps) sums.push(0);
    this.#next.push(this.#firstOf[one]);
    this.#firstOf[one] = edge;
    return edge;
  }
}

/**
 * Interpolates bilinearly between the centres of those cells in which the pixel's segment has pixels.
 */
function interpolate(
  cells: Cells,
  { layout, segments }: Pick<Seams, 'layout' | 'segments'>,
  values: readonly Float64Array[],
  onPixel: (pixel: number, band: number, value: number) => void,
): void {
  const sums = new Float64Array(values.length);
  const nodes = new Int32Array(4);
  forEachSpan(layout, (row, start, end, index) => {
    const y = (row + 0.5) / cellPixels - 0.5;
    const [top, down] = [Math.floor(y), y - Math.floor(y)];
    let [left, segment] = [Number.NaN, 0];
    for (let pixel = index, column = start; column < end; pixel++, column++) {
      if (segments[pixel] === 0) continue;
      const x = (column + 0.5) / cellPixels - 0.5;
      const right = x - Math.floor(x);
      if (Math.floor(x) !== left || segments[pixel] !== segment) {
        [left, segment] = [Math.floor(x), segments[pixel]];
        for (let corner = 0; corner < 4; corner++) {
          nodes[corner] = cells.nodeAt(left + (corner & 1), top + (corner >> 1), segment);
        }
      }
      sums.fill(0);
      let weights = 0;
      for (let corner = 0; corner < 4; corner++) {
        const node = nodes[corner];
        if (node === -1) continue;
        const weight =
          ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? down : 1 - down);
        for (let band = 0; band < sums.length; band++) sums[band] += weight * values[band][node];
        weights += weight;
      }
      for (let band = 0; band < sums.length; band++) onPixel(pixel, band, sums[band] / weights);
    }
  });
}
