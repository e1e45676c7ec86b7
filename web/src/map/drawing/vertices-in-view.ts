import type { Vertex } from '@refugia/engine/edit/index.ts';

interface View {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The vertices in view, in their order; of more than `most`, those nearest to its middle. */
export function verticesInView(
  vertices: readonly Vertex[],
  { west, south, east, north }: View,
  most: number,
): readonly Vertex[] {
  const inView = vertices.filter(({ position: [x = 0, y = 0] }) => {
    return x >= west && x <= east && y >= south && y <= north;
  });
  if (inView.length <= most) return inView;
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const away = ({ position: [x = 0, y = 0] }: Vertex) => Math.hypot(x - middleX, y - middleY);
  const near = new Set(inView.toSorted((a, b) => away(a) - away(b)).slice(0, most));
  return inView.filter((vertex) => near.has(vertex));
}

/** A vertex, or the middle of the edge that begins at the vertex of the same address. */
export interface ShapePlace extends Vertex {
  readonly isMiddle: boolean;
}

/** Puts vertices and middles of edges into one list, in the order in which they follow each other. */
export function alongTheRings(
  vertices: readonly Vertex[],
  middles: readonly Vertex[],
): readonly ShapePlace[] {
  const places = [
    ...vertices.map((each): ShapePlace => ({ ...each, isMiddle: false })),
    ...middles.map((each): ShapePlace => ({ ...each, isMiddle: true })),
  ];
  return places.toSorted((a, b) => {
    const [one, other] = [stepsTo(a), stepsTo(b)];
    const differing = one.findIndex((step, depth) => step !== other[depth]);
    if (differing === -1) return Number(a.isMiddle) - Number(b.isMiddle);
    return one[differing] - (other[differing] ?? -1);
  });
}

const stepsTo = ({ address: { path, index } }: Vertex) => [...path, index];
