/** Side in pixels of the cells in which a place's correction is one number before it is interpolated. */
const cellPixels = 8;
/** Neighbouring pixels differ by ground, too; a difference beyond this is cut off. Reflectance × 10,000. */
const largestStep = 600;

/** The pixels of one place in one cell: `column` and `row` are the cell's. */
export interface SeamGraph {
  readonly nodeCount: number;
  /** Pixels of each node, as a share of a cell. */
  readonly masses: Float64Array;
  /** Nodes whose pixels touch, each pair once. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Pixel pairs of each edge within one place, as a share of a cell's side; 0 across a seam. */
  readonly inside: Float64Array;
  /** Pixel pairs of each edge across a seam; 0 within one place. */
  readonly across: Float64Array;
  /** For each band and edge across a seam, by how much the first node's pixels exceed the second's on average. */
  readonly steps: readonly Float64Array[];
  /** Interpolates values of the nodes, one number a band each, to the pixels of their places. */
  readonly interpolate: (
    values: readonly Float64Array[],
    onPixel: (pixel: number, band: number, value: number) => void,
  ) => void;
}

/** Which pixels of a picture belong together, and where one day's end and another's begin. */
export interface Seams {
  /** For each pixel from 1 the place and day that it is of; 0 for none. */
  readonly places: Uint16Array;
  readonly width: number;
  /** Whether neighbouring pixels of different places are to be levelled; else the step between them stays. */
  readonly isSeam: (pixel: number, other: number) => boolean;
}

/** Cells of places as a graph: what touches, within or across seams, and the steps that the bands take there. */
export function seamGraph(bands: readonly Uint16Array[], seams: Seams): SeamGraph {
  const { places, width, isSeam } = seams;
  const height = places.length / width;
  const { nodes, firsts, nodePlaces, sizes } = nodesOf(places, width, height);
  const edges = new Edges(sizes.length, bands);
  const touch = (pixel: number, other: number): void => {
    const one = nodes[pixel]!;
    const two = nodes[other]!;
    if (one === two || one < 0 || two < 0) return;
    const isAcross = places[pixel] !== places[other] && isSeam(pixel, other);
    if (one < two) edges.add(one, two, isAcross, pixel, other);
    else edges.add(two, one, isAcross, other, pixel);
  };
  for (let row = 0, pixel = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, pixel += 1) {
      if (column + 1 < width) touch(pixel, pixel + 1);
      if (row + 1 < height) touch(pixel, pixel + width);
    }
  }
  return {
    nodeCount: sizes.length,
    masses: Float64Array.from(sizes, (pixels) => pixels / cellPixels ** 2),
    ...edges.finish(),
    interpolate: (values, onPixel) =>
      interpolate({ places, width, height, firsts, nodePlaces }, values, onPixel),
  };
}

/** Edges while they are being counted; those of a node form a chain. */
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

  /** Counts a pair of pixels, one of each node. */
  add(one: number, two: number, isAcross: boolean, pixel: number, other: number): void {
    let edge = this.#firstOf[one]!;
    while (edge !== -1 && this.#to[edge] !== two) edge = this.#next[edge]!;
    if (edge === -1) edge = this.#begin(one, two);
    if (!isAcross) {
      this.#inside[edge]! += 1 / cellPixels;
      return;
    }
    this.#across[edge]! += 1;
    for (let band = 0; band < this.#bands.length; band += 1) {
      const step = this.#bands[band]![pixel]! - this.#bands[band]![other]!;
      this.#steps[band]![edge]! += Math.min(largestStep, Math.max(-largestStep, step));
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
        Float64Array.from(sums, (sum, edge) => sum / Math.max(1, across[edge]!)),
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
    this.#next.push(this.#firstOf[one]!);
    this.#firstOf[one] = edge;
    return edge;
  }
}

/** Numbers the places of each cell, cell by cell; `firsts` is where each cell's begin. */
function nodesOf(places: Uint16Array, width: number, height: number) {
  const [columns, rows] = [Math.ceil(width / cellPixels), Math.ceil(height / cellPixels)];
  const nodes = new Int32Array(places.length).fill(-1);
  const firsts = new Int32Array(columns * rows + 1);
  const nodePlaces: number[] = [];
  const sizes: number[] = [];
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const first = nodePlaces.length;
    firsts[cell] = first;
    const top = Math.floor(cell / columns) * cellPixels;
    const left = (cell % columns) * cellPixels;
    for (let row = top; row < Math.min(top + cellPixels, height); row += 1) {
      for (let column = left; column < Math.min(left + cellPixels, width); column += 1) {
        const pixel = row * width + column;
        const place = places[pixel]!;
        if (place === 0) continue;
        let node = first;
        while (node < nodePlaces.length && nodePlaces[node] !== place) node += 1;
        if (node === nodePlaces.length) {
          nodePlaces.push(place);
          sizes.push(0);
        }
        sizes[node]! += 1;
        nodes[pixel] = node;
      }
    }
  }
  firsts[columns * rows] = nodePlaces.length;
  return { nodes, firsts, nodePlaces: Uint16Array.from(nodePlaces), sizes };
}

/** Bilinear between the middles of cells, of those in which the pixel's place has pixels. */
function interpolate(
  {
    places,
    width,
    height,
    firsts,
    nodePlaces,
  }: {
    places: Uint16Array;
    width: number;
    height: number;
    firsts: Int32Array;
    nodePlaces: Uint16Array;
  },
  values: readonly Float64Array[],
  onPixel: (pixel: number, band: number, value: number) => void,
): void {
  const sums = new Float64Array(values.length);
  const [columns, rows] = [Math.ceil(width / cellPixels), Math.ceil(height / cellPixels)];
  for (let row = 0, pixel = 0; row < height; row += 1) {
    const y = (row + 0.5) / cellPixels - 0.5;
    const [top, down] = [Math.floor(y), y - Math.floor(y)];
    for (let column = 0; column < width; column += 1, pixel += 1) {
      const place = places[pixel]!;
      if (place === 0) continue;
      const x = (column + 0.5) / cellPixels - 0.5;
      const [left, right] = [Math.floor(x), x - Math.floor(x)];
      sums.fill(0);
      let weights = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const cellColumn = left + (corner & 1);
        const cellRow = top + (corner >> 1);
        if (cellColumn < 0 || cellRow < 0 || cellColumn >= columns || cellRow >= rows) continue;
        const cell = cellRow * columns + cellColumn;
        let node = firsts[cell]!;
        const end = firsts[cell + 1]!;
        while (node < end && nodePlaces[node] !== place) node += 1;
        if (node === end) continue;
        const weight =
          ((corner & 1) === 1 ? right : 1 - right) * (corner >> 1 === 1 ? down : 1 - down);
        for (let band = 0; band < sums.length; band += 1) {
          sums[band]! += weight * values[band]![node]!;
        }
        weights += weight;
      }
      for (let band = 0; band < sums.length; band += 1) {
        onPixel(pixel, band, sums[band]! / weights);
      }
    }
  }
}
