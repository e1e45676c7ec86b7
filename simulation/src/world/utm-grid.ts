import { clamp } from './noise.ts';
import { toGeographic, toWorld } from './projection.ts';

/** A rectangle of square pixels in a UTM zone: what ground is made for. */
export interface UtmGrid {
  readonly zone: number;
  /** Outer edges of the first pixel, UTM meters. */
  readonly west: number;
  readonly north: number;
  readonly pixelMeters: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Nodes every `stride` pixels over a grid, standing on multiples of the stride in UTM meters whatever
 * the grid: slow fields are computed at the nodes and interpolated between them, and two grids
 * that share ground share nodes, hence values. One ring of nodes lies around the grid, for slopes.
 */
export class Lattice {
  readonly utmGrid: UtmGrid;
  readonly stepMeters: number;
  readonly columns: number;
  readonly rows: number;
  /** UTM meters of the first node. */
  readonly west: number;
  readonly north: number;

  constructor(utmGrid: UtmGrid, stride: number) {
    const step = utmGrid.pixelMeters * stride;
    const firstColumn = Math.floor((utmGrid.west + utmGrid.pixelMeters / 2) / step) - 1;
    const firstRow = Math.ceil((utmGrid.north - utmGrid.pixelMeters / 2) / step) + 1;
    this.utmGrid = utmGrid;
    this.stepMeters = step;
    this.west = firstColumn * step;
    this.north = firstRow * step;
    const east = utmGrid.west + (utmGrid.width - 0.5) * utmGrid.pixelMeters;
    const south = utmGrid.north - (utmGrid.height - 0.5) * utmGrid.pixelMeters;
    this.columns = Math.floor((east - this.west) / step) + 3;
    this.rows = Math.floor((this.north - south) / step) + 3;
  }

  get size(): number {
    return this.columns * this.rows;
  }

  /** Bilinear interpolation of node values at the pixel centers of one row of the grid. */
  interpolateRow(
    nodes: Float32Array | Float64Array,
    row: number,
    out: Float32Array | Float64Array,
  ) {
    const { utmGrid, stepMeters, columns } = this;
    const y = (this.north - (utmGrid.north - (row + 0.5) * utmGrid.pixelMeters)) / stepMeters;
    const top = Math.floor(y);
    const v = y - top;
    const upper = top * columns;
    const lower = upper + columns;
    const start = (utmGrid.west + 0.5 * utmGrid.pixelMeters - this.west) / stepMeters;
    const step = utmGrid.pixelMeters / stepMeters;
    const width = utmGrid.width;
    let column = -1;
    let left = 0;
    let slope = 0;
    for (let pixel = 0; pixel < width; pixel++) {
      const x = start + pixel * step;
      const floor = Math.floor(x);
      if (floor !== column) {
        column = floor;
        left = nodes[upper + floor] + v * (nodes[lower + floor] - nodes[upper + floor]);
        const right =
          nodes[upper + floor + 1] + v * (nodes[lower + floor + 1] - nodes[upper + floor + 1]);
        slope = right - left;
      }
      out[pixel] = left + (x - floor) * slope;
    }
  }
}

/**
 * The positions of a lattice's nodes on the world plane (Albers meters) and on the globe (degrees).
 */
export type NodePlaces = Readonly<ReturnType<typeof placeNodes>>;

/** Computes the positions of all nodes of a lattice. */
export function placeNodes(lattice: Lattice) {
  const x = new Float64Array(lattice.size);
  const y = new Float64Array(lattice.size);
  const longitude = new Float64Array(lattice.size);
  const latitude = new Float64Array(lattice.size);
  for (let row = 0, node = 0; row < lattice.rows; row++) {
    for (let column = 0; column < lattice.columns; column++, node++) {
      const degrees = toGeographic(lattice.utmGrid.zone, [
        lattice.west + column * lattice.stepMeters,
        lattice.north - row * lattice.stepMeters,
      ]);
      const meters = toWorld(degrees);
      longitude[node] = degrees[0];
      latitude[node] = degrees[1];
      x[node] = meters[0];
      y[node] = meters[1];
    }
  }
  return { x, y, longitude, latitude };
}

/** A node field's value at a place in UTM meters (world coordinates to a millimeter at 80 m). */
export function interpolateNodes(
  lattice: Lattice,
  nodes: Float64Array,
  east: number,
  north: number,
): number {
  const { columns } = lattice;
  const fx = clamp((east - lattice.west) / lattice.stepMeters, 0, columns - 1.000001);
  const fy = clamp((lattice.north - north) / lattice.stepMeters, 0, lattice.rows - 1.000001);
  const column = Math.floor(fx);
  const u = fx - column;
  const v = fy - Math.floor(fy);
  const node = Math.floor(fy) * columns + column;
  const below = node + columns;
  return (
    (nodes[node] * (1 - u) + nodes[node + 1] * u) * (1 - v) +
    (nodes[below] * (1 - u) + nodes[below + 1] * u) * v
  );
}
