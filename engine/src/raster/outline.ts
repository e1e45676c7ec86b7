import type { Position } from 'geojson';
import { forEachPiece, type PixelLayout } from './pixel-layout.ts';

/**
 * The outline of pixels along their edges, as the coordinates of a GeoJSON
 * MultiPolygon in pixel positions (columns to the right, rows downwards). Rings are closed, without
 * corners on straight lines, and each visits a corner once: parts that touch at a corner only are
 * polygons, or holes, of their own, so that every polygon is one piece. Where rows run southwards on the map, outer rings run
 * anticlockwise there, as RFC 7946 wants.
 *
 * @param pixels their indices in planes of the layout, ascending
 */
export function outlinePixels(pixels: ArrayLike<number>, layout: PixelLayout): Position[][][] {
  const outers: Position[][] = [];
  const holes: Position[][] = [];
  for (const ring of traceRings(shapeOf(pixels, layout))) {
    (signedArea(ring) > 0 ? outers : holes).push(withoutStraightCorners(ring));
  }
  const polygons = outers.map((outer) => [outer]);
  for (const hole of holes) ownerOf(hole, polygons).push(hole);
  return polygons;
}

/** Pixels row by row, in the rectangle around them. */
interface Shape {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** From each row's left, of each piece the first column and the first one after it. */
  readonly rows: readonly (readonly number[])[];
}

function shapeOf(pixels: ArrayLike<number>, layout: PixelLayout): Shape {
  let [left, top, right] = [layout.width, -1, 0];
  const rows: number[][] = [];
  forEachPiece(layout, pixels, (row, start, end) => {
    if (top === -1) top = row;
    while (rows.length <= row - top) rows.push([]);
    rows.at(-1)!.push(start, end);
    left = Math.min(left, start);
    right = Math.max(right, end);
  });
  return { left, top, width: right - left, rows };
}

/** All rings along the edges of a shape, their inside to the left as seen on a map. */
function traceRings(shape: Shape): Position[][] {
  // Corners are counted in the shape's own rectangle: in a large grid there are too many for 32 bits.
  const corners = shape.width + 1;
  const edges = edgesOf(shape);
  const rings: Position[][] = [];
  for (const [start] of edges) {
    while (edges.has(start)) {
      // A corner that comes again closes a ring of its own: taken out, the walk goes on without it.
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

/** From each corner of the outline to the next one; from a corner where two parts touch, to two. */
type Edges = Map<number, number | [number, number]>;

function edgesOf({ left, width, rows }: Shape): Edges {
  const edges: Edges = new Map();
  const add = (from: number, to: number) => {
    const known = edges.get(from);
    edges.set(from, known === undefined ? to : [known as number, to]);
  };
  for (const [row, pieces] of rows.entries()) {
    const [isAbove, isBelow] = [columnTest(rows[row - 1]), columnTest(rows[row + 1])];
    for (let piece = 0; piece < pieces.length; piece += 2) {
      const [start, end] = [pieces[piece]!, pieces[piece + 1]!];
      for (let column = start; column < end; column += 1) {
        const topLeft = row * (width + 1) + column - left;
        const bottomLeft = topLeft + width + 1;
        if (!isBelow(column)) add(bottomLeft, bottomLeft + 1);
        if (column + 1 === end) add(bottomLeft + 1, topLeft + 1);
        if (!isAbove(column)) add(topLeft + 1, topLeft);
        if (column === start) add(topLeft, bottomLeft);
      }
    }
  }
  return edges;
}

/** Tells of ascending columns whether they lie in a row's pieces. */
function columnTest(pieces: readonly number[] = []): (column: number) => boolean {
  let piece = 0;
  return (column) => {
    while (piece < pieces.length && pieces[piece + 1]! <= column) piece += 2;
    return piece < pieces.length && pieces[piece]! <= column;
  };
}

/** Where two parts touch, a turn to the left stays with the pixel that the walk goes around. */
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

/** The step to the next corner after a turn to the left: east, north, west, south. */
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

/** Twice the area of a closed ring, above 0 when it runs anticlockwise with rows running southwards. */
function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1] as [number, number];
    const [x1, y1] = ring[index] as [number, number];
    sum += x1 * y0 - x0 * y1;
  }
  return sum;
}

function withoutStraightCorners(ring: readonly Position[]): Position[] {
  const open = ring.slice(0, -1);
  const kept = open.filter(([x, y], index) => {
    const [x0, y0] = open.at(index - 1) as [number, number];
    const [x1, y1] = open[(index + 1) % open.length] as [number, number];
    return !(x0 === x && x === x1) && !(y0 === y && y === y1);
  });
  return [...kept, kept[0]!];
}

/** The smallest polygon around a hole. */
function ownerOf(hole: readonly Position[], polygons: Position[][][]): Position[][] {
  if (polygons.length === 1) return polygons[0]!;
  const inside = pixelBesideHole(hole);
  let owner = polygons[0]!;
  let ownerArea = Number.POSITIVE_INFINITY;
  for (const polygon of polygons) {
    const area = signedArea(polygon[0]!);
    if (area >= ownerArea || !isInside(inside, polygon[0]!)) continue;
    owner = polygon;
    ownerArea = area;
  }
  return owner;
}

/** The middle of the pixel to the left of a ring's first edge, which belongs to the shape. */
function pixelBesideHole([[x0, y0], [x1, y1]]: readonly Position[]): [number, number] {
  const [dx, dy] = [Math.sign(x1! - x0!), Math.sign(y1! - y0!)];
  return [x0! + dx / 2 + dy / 2, y0! + dy / 2 - dx / 2];
}

function isInside([x, y]: readonly [number, number], ring: readonly Position[]): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1] as [number, number];
    const [x1, y1] = ring[index] as [number, number];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}
