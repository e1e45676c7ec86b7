import { roundedShift, storable } from '../place/reflectance.ts';
import { type SeamGraph, type Seams, seamGraph } from './seam-graph.ts';

/**
 * The weight of a pair of pixels across a seam, relative to a pair within one segment. Across a seam,
 * neighbouring pixels differ by their ground as well; within a segment, the correction may only
 * change as slowly as haze does.
 */
const pairWeight = 0.1;
/**
 * The weight that keeps corrections small. With it a correction reaches about 40 cells from its
 * seam.
 */
const sizeWeight = 1 / 40 ** 2;
/** Reflectance × 10,000: haze and light do not explain a larger difference. */
const largestShift = 400;
/** Reflectance × 10,000: a more exact correction would make no difference. */
const exactness = 0.5;
const mostIterations = 400;

/**
 * Removes the steps at the seams between segments, which show different days, from a picture. Within a segment, a
 * correction is small and changes slowly. Across a seam it subtracts the average step between the
 * segments. This is seam removal in the gradient domain (Pérez, Gangnet & Blake 2003), screened (Bhat
 * et al. 2008), on cells of 8 × 8 pixels. Alters the bands in place.
 *
 * @param bands reflectance × 10,000
 * @returns whether there are seams
 */
export function levelSeams(bands: readonly Uint16Array[], seams: Seams): boolean {
  const graph = seamGraph(bands, seams);
  if (!graph.across.some((pairs) => pairs > 0)) return false;
  const corrections = graph.steps.map((steps) => solve(graph, steps));
  graph.interpolate(corrections, (pixel, index, correction) => {
    const band = bands[index];
    band[pixel] = storable(band[pixel] + roundedShift(correction, largestShift));
  });
  return true;
}

/**
 * The corrections c that minimise Σ inside (cᵢ − cⱼ)² + w Σ across (cᵢ − cⱼ + step)² + s Σ mass
 * cᵢ², by conjugate gradients with the diagonal as preconditioner.
 */
function solve(graph: SeamGraph, steps: Float64Array): Float64Array {
  const { nodeCount, from, to, inside, across, masses } = graph;
  const weights = inside.map((share, edge) => share + pairWeight * across[edge]);
  const diagonal = masses.map((mass) => sizeWeight * mass);
  const residual = new Float64Array(nodeCount);
  for (let edge = 0; edge < from.length; edge++) {
    const [one, two] = [from[edge], to[edge]];
    diagonal[one] += weights[edge];
    diagonal[two] += weights[edge];
    const pull = pairWeight * across[edge] * steps[edge];
    residual[one] -= pull;
    residual[two] += pull;
  }
  const times = (vector: Float64Array, out: Float64Array): void => {
    for (let node = 0; node < nodeCount; node++) out[node] = diagonal[node] * vector[node];
    for (let edge = 0; edge < from.length; edge++) {
      const [one, two] = [from[edge], to[edge]];
      out[one] -= weights[edge] * vector[two];
      out[two] -= weights[edge] * vector[one];
    }
  };
  const solution = new Float64Array(nodeCount);
  const direction = residual.map((value, node) => value / diagonal[node]);
  const product = new Float64Array(nodeCount);
  let energy = energyOf(residual, diagonal);
  for (let iteration = 0; iteration < mostIterations && energy > 0; iteration++) {
    times(direction, product);
    let along = 0;
    for (let node = 0; node < nodeCount; node++) along += direction[node] * product[node];
    const length = energy / along;
    let largest = 0;
    for (let node = 0; node < nodeCount; node++) {
      const move = length * direction[node];
      largest = Math.max(largest, Math.abs(move));
      solution[node] += move;
      residual[node] -= length * product[node];
    }
    if (largest < exactness / 2) break;
    const next = energyOf(residual, diagonal);
    for (let node = 0; node < nodeCount; node++) {
      direction[node] = residual[node] / diagonal[node] + (next / energy) * direction[node];
    }
    energy = next;
  }
  return solution;
}

function energyOf(residual: Float64Array, diagonal: Float64Array): number {
  let sum = 0;
  for (let node = 0; node < residual.length; node++) sum += residual[node] ** 2 / diagonal[node];
  return sum;
}
