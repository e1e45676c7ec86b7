import type { Vertex } from '@refugia/engine/edit/index.ts';

interface View {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The vertices within the view, in their order. If there are more than `most`, these are the ones
 * nearest to its middle.
 */
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
