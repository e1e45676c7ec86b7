/** A place on the screen, in pixels. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The place to which a pointer is snapped: a vertex, or a place on an edge. */
export interface Snap {
  readonly point: ScreenPoint;
  readonly to: 'vertex' | 'edge';
  /** Number of the path, and of its vertex or of the vertex where its edge begins. */
  readonly path: number;
  readonly index: number;
}

/**
 * The vertex within reach that is nearest to a pointer, else the nearest place on an edge; null if
 * there is neither. Vertices are preferred to nearer edges, because people usually want corners to
 * meet.
 */
export function snapTo(
  pointer: ScreenPoint,
  paths: readonly (readonly ScreenPoint[])[],
  reachPixels: number,
): Snap | null {
  let vertex: Snap | null = null;
  let edge: Snap | null = null;
  let [toVertex, toEdge] = [reachPixels, reachPixels];
  for (const [path, points] of paths.entries()) {
    for (const [index, point] of points.entries()) {
      const distance = distanceBetween(pointer, point);
      if (distance <= toVertex) {
        toVertex = distance;
        vertex = { point, to: 'vertex', path, index };
      }
      const next = points[index + 1];
      if (!next) continue;
      const nearest = nearestOnEdge(pointer, point, next);
      const away = distanceBetween(pointer, nearest);
      if (away < toEdge) {
        toEdge = away;
        edge = { point: nearest, to: 'edge', path, index };
      }
    }
  }
  return vertex ?? edge;
}

function distanceBetween(one: ScreenPoint, other: ScreenPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function nearestOnEdge(pointer: ScreenPoint, from: ScreenPoint, to: ScreenPoint): ScreenPoint {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return from;
  const share = ((pointer.x - from.x) * dx + (pointer.y - from.y) * dy) / squared;
  const within = Math.max(0, Math.min(1, share));
  return { x: from.x + within * dx, y: from.y + within * dy };
}
