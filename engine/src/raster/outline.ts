import type { Position } from 'geojson';
import { doubleSignedArea } from '../geo/rings.ts';
import { JoinedLabels } from './joined-labels.ts';
import { forEachSpanOf, type PixelLayout } from './pixel-layout.ts';

/**
 * Traces the outline of pixels along their edges. The result is the coordinates of a GeoJSON
 * MultiPolygon in pixel positions (columns to the right, rows downwards). Rings are closed, have no
 * corners on straight lines and visit each corner once. Parts that touch only at a corner become
 * separate polygons or holes, so that the pixels of every polygon are connected. Where rows run
 * southwards on the map, outer rings run anticlockwise there, as RFC 7946 demands.
 *
 * @param pixels their indices among the samples of the layout, ascending
 */
export function outlinePixels(pixels: ArrayLike<number>, layout: PixelLayout): Position[][][] {
  const shape = shapeOf(pixels, layout);
  const outers: Position[][] = [];
  const holes: Position[][] = [];
  for (const ring of traceRings(shape)) {
    // Rows run downwards, so that the sign of an outer ring is turned.
    (doubleSignedArea(ring) < 0 ? outers : holes).push(withoutStraightCorners(ring));
  }
  const polygons = outers.map((outer) => [outer]);
  if (polygons.length === 1) polygons[0].push(...holes);
  else addHoles(holes, polygons, shape);
  return polygons;
}

/** Pixels as spans of adjacent columns, in reading order. */
interface Shape {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly rows: readonly number[];
  /** The first column of each span, and the first column after it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function shapeOf(pixels: ArrayLike<number>, layout: PixelLayout): Shape {
  const [rows, starts, ends]: [number[], number[], number[]] = [[], [], []];
  let [left, right] = [layout.width, 0];
  forEachSpanOf(layout, pixels, (row, start, end) => {
    rows.push(row);
    starts.push(start);
    ends.push(end);
    left = Math.min(left, start);
    right = Math.max(right, end);
  });
  return { left, top: rows[0] ?? 0, width: right - left, rows, starts, ends };
}

/** All rings along the edges of a shape. Its inside lies to the left as seen on a map. */
function traceRings(shape: Shape): Position[][] {
  // Corners are numbered in the shape's own rectangle, because a large grid has too many for 32
  // bits.
  const corners = shape.width + 1;
  const edges = edgesOf(shape);
  const rings: Position[][] = [];
  for (const [start] of edges) {
    while (edges.has(start)) {
      // If a corner is reached again, the ring closed there is taken out and the walk continues
      // without it.
      const walk: number[] = [];
      const stepAt = new Map<number, number>();
      let corner = start;
      let step = 0;
      for (;;) {
        const first = stepAt.get(corner);
        if (first !== undefined) {
          const ring = walk.splice(first);
          for (const each of ring) stepAt.delete(each);
          rings.push(
            [...ring, corner].map((each) => [
              shape.left + (each % corners),
              shape.top + Math.floor(each / corners),
            ]),
          );
          if (walk.length === 0) break;
        }
        stepAt.set(corner, walk.length);
        walk.push(corner);
        const next = takeEdge(edges, corner, turnLeft(step, corners));
        step = next - corner;
        corner = next;
      }
    }
  }
  return rings;
}

/** From each corner of the outline to the next one, or to two where two parts touch. */
type Edges = Map<number, number | [number, number]>;

function edgesOf({ left, top, width, rows, starts, ends }: Shape): Edges {
  const edges: Edges = new Map();
  const add = (from: number, to: number) => {
    const known = edges.get(from);
    edges.set(from, typeof known === 'number' ? [known, to] : to);
  };
  // The first spans in the rows above and below that do not end to the left of the column.
  let [above, below] = [0, 0];
  for (let span = 0; span < rows.length; span++) {
    const [row, start, end] = [rows[span], starts[span], ends[span]];
    const rowsCorner = (row - top) * (width + 1) - left;
    for (let column = start; column < end; column++) {
      while (rows[above] < row - 1 || (rows[above] === row - 1 && ends[above] <= column)) above++;
      while (rows[below] <= row || (rows[below] === row + 1 && ends[below] <= column)) below++;
      const topLeft = rowsCorner + column;
      const bottomLeft = topLeft + width + 1;
      const isAbove = rows[above] === row - 1 && starts[above] <= column;
      const isBelow = rows[below] === row + 1 && starts[below] <= column;
      if (!isBelow) add(bottomLeft, bottomLeft + 1);
      if (column + 1 === end) add(bottomLeft + 1, topLeft + 1);
      if (!isAbove) add(topLeft + 1, topLeft);
      if (column === start) add(topLeft, bottomLeft);
    }
  }
  return edges;
}

/** Where two parts touch, turning left stays at the pixel that the walk goes around. */
function takeEdge(edges: Edges, from: number, left: number): number {
  const next = edges.get(from);
  if (next === undefined) throw new RangeError(`The outline ends at corner ${from}.`);
  if (typeof next === 'number') {
    edges.delete(from);
    return next;
  }
  const [one, other] = next;
  const isLeft = one === from + left;
  edges.set(from, isLeft ? other : one);
  return isLeft ? one : other;
}

/** The step to the next corner after a turn to the left, in the order east, north, west, south. */
function turnLeft(step: number, corners: number): number {
  switch (step) {
    case 1:
      return -corners;
    case -corners:
      return -1;
    case -1:
      return corners;
    default:
      return 1;
  }
}

function withoutStraightCorners(ring: readonly Position[]): Position[] {
  const open = ring.slice(0, -1);
  const kept = open.filter(([x, y], index) => {
    const [x0, y0] = open[(index + open.length - 1) % open.length];
    const [x1, y1] = open[(index + 1) % open.length];
    return !(x0 === x && x === x1) && !(y0 === y && y === y1);
  });
  return [...kept, kept[0]];
}

/** Assigns each hole to the polygon of the part in which it lies. */
function addHoles(
  holes: readonly Position[][],
  polygons: readonly Position[][][],
  shape: Shape,
): void {
  const parts = partsOf(shape);
  const partBeside = (ring: readonly Position[]) =>
    parts.firstOf(spanAt(shape, pixelBeside(ring)) + 1);
  const polygonOf = new Map(polygons.map((polygon) => [partBeside(polygon[0]), polygon]));
  for (const hole of holes) polygonOf.get(partBeside(hole))!.push(hole);
}

/** Labels of a shape's spans, in their order. Spans that share a side have joined labels. */
function partsOf({ rows, starts, ends }: Shape): JoinedLabels {
  const parts = new JoinedLabels();
  let above = 0;
  for (let span = 0; span < rows.length; span++) {
    const [row, start, end] = [rows[span], starts[span], ends[span]];
    const label = parts.add();
    while (rows[above] < row - 1 || (rows[above] === row - 1 && ends[above] <= start)) above++;
    for (let other = above; rows[other] === row - 1 && starts[other] < end; other++) {
      parts.join(label, other + 1);
    }
  }
  return parts;
}

/** The span that contains a pixel of the shape. */
function spanAt({ rows, starts }: Shape, [column, row]: readonly [number, number]): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBeyond = rows[middle] > row || (rows[middle] === row && starts[middle] > column);
    if (isBeyond) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Column and row of the pixel to the left of a ring's first edge. It belongs to the shape. */
function pixelBeside([[x0, y0], [x1, y1]]: readonly Position[]): [column: number, row: number] {
  const [dx, dy] = [Math.sign(x1 - x0), Math.sign(y1 - y0)];
  return [x0 + (dx + dy - 1) / 2, y0 + (dy - dx - 1) / 2];
}
