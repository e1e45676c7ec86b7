import { clamp, fractalNoise } from '../world/noise.ts';
import { interpolateNodes, Lattice, type NodePlaces, type UtmGrid } from '../world/utm-grid.ts';
import { type Landscape, landscapeAt, mayBeNearShore } from './landscape.ts';

/** Pixels between the nodes of the fine fields. */
const fineStride = 2;

const smoothFields = [
  'delayDays',
  'forestExcess',
  'coniferExcess',
  'cropExcess',
  'shrubExcess',
  'bareExcess',
  'lakeExcess',
  'riverHalfWidthMeters',
  'town',
  'shoreMeters',
  'warpX',
  'warpY',
  'rowCrop',
  'cereal',
  'pivot',
  'surveyGrid',
  'timber',
  'redness',
  'brightness',
  'moisture',
  'roughMeters',
  'aridity',
] as const satisfies readonly (keyof Landscape)[];
const lineFields = ['riverNoise', 'streamNoise', 'highwayNoise', 'trackNoise'] as const;
const landFields = [...smoothFields, ...lineFields] as const;
export const nodeFields = [...landFields, 'x', 'y', 'slopeEast', 'slopeNorth'] as const;
export type NodeField = (typeof nodeFields)[number];

/** Zeros for each field. */
export function newFields<Field extends string>(
  fields: readonly Field[],
  length: number,
): Record<Field, Float64Array> {
  const entries = fields.map((field) => [field, new Float64Array(length)] as const);
  return Object.fromEntries(entries) as Record<Field, Float64Array>;
}

/** The slow fields at the nodes; line noises become signed meters from their zero contour. */
export function coarseNodes(
  lattice: Lattice,
  places: NodePlaces,
  { seed, shortest }: { seed: number; shortest: number },
): Record<NodeField, Float64Array> {
  const size = lattice.size;
  const middle = Math.floor(lattice.rows / 2) * lattice.columns + Math.floor(lattice.columns / 2);
  const radius = lattice.stepMeters * Math.max(lattice.columns, lattice.rows);
  const nearShore = mayBeNearShore(places.x[middle], places.y[middle], radius);
  const nodes = { ...newFields(nodeFields, size), x: places.x, y: places.y };
  const elevation = new Float64Array(size);
  for (let node = 0; node < size; node++) {
    const land = landscapeAt(places.x[node], places.y[node], places.latitude[node], {
      seed,
      nearShore,
      shortest,
    });
    for (const name of landFields) nodes[name][node] = land[name];
    elevation[node] = land.elevationMeters;
  }
  setSlopes(lattice, elevation, nodes.slopeEast, nodes.slopeNorth);
  for (const name of lineFields) nodes[name] = contourMeters(lattice, nodes[name]);
  return nodes;
}

/**
 * Computes slopes as central differences. The outer ring of nodes keeps slopes of zero, because
 * pixels only interpolate toward it.
 */
function setSlopes(
  lattice: Lattice,
  heights: Float64Array,
  east: Float64Array,
  north: Float64Array,
) {
  const { columns, rows, stepMeters } = lattice;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const node = row * columns + column;
      const left = column > 0 ? node - 1 : node;
      const right = column < columns - 1 ? node + 1 : node;
      const up = row > 0 ? node - columns : node;
      const down = row < rows - 1 ? node + columns : node;
      east[node] = (heights[right] - heights[left]) / (stepMeters * Math.max(right - left, 1));
      north[node] =
        (heights[up] - heights[down]) / ((stepMeters * Math.max(down - up, columns)) / columns);
    }
  }
}

/** Turns a noise into signed meters from where it is zero, by its slope. */
function contourMeters(lattice: Lattice, noise: Float64Array): Float64Array {
  const east = new Float64Array(lattice.size);
  const north = new Float64Array(lattice.size);
  setSlopes(lattice, noise, east, north);
  return noise.map((value, node) =>
    clamp(value / Math.max(Math.hypot(east[node], north[node]), 1e-5), -4_000, 4_000),
  );
}

export const fineFields = ['detailA', 'detailB', 'relief', 'slopeEast', 'slopeNorth'] as const;
export type FineField = (typeof fineFields)[number];

/** The fine fields, on a denser lattice: ragged edges and the small shapes of the terrain. */
export function fineNodes(utmGrid: UtmGrid, coarse: Lattice, places: NodePlaces, seed: number) {
  const lattice = new Lattice(utmGrid, fineStride);
  const shortest = 4 * utmGrid.pixelMeters;
  const detailA = { wavelength: 520, octaves: 3, gain: 0.6, shortest };
  const detailB = { wavelength: 340, octaves: 3, gain: 0.65, shortest };
  const relief = { wavelength: 900, octaves: 3, gain: 0.45, shortest };
  const nodes = newFields(fineFields, lattice.size);
  for (let row = 0, node = 0; row < lattice.rows; row++) {
    for (let column = 0; column < lattice.columns; column++, node++) {
      const east = lattice.west + column * lattice.stepMeters;
      const north = lattice.north - row * lattice.stepMeters;
      const x = interpolateNodes(coarse, places.x, east, north);
      const y = interpolateNodes(coarse, places.y, east, north);
      nodes.detailA[node] = fractalNoise(x, y, detailA, seed + 151);
      nodes.detailB[node] = fractalNoise(x, y, detailB, seed + 157);
      nodes.relief[node] = fractalNoise(x, y, relief, seed + 163);
    }
  }
  setSlopes(lattice, nodes.relief, nodes.slopeEast, nodes.slopeNorth);
  return { lattice, nodes };
}
