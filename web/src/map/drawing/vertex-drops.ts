import {
  insertVertex,
  moveVertex,
  type VertexAddress,
  verticesOf,
} from '@refugia/engine/edit/index.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { LngLat } from '../places.ts';

type Shape = NonNullable<FeatureState['geometry']>;

/** A vertex that was dropped: one that was moved, or a new one behind the vertex at the address. */
export interface VertexDrop {
  readonly kind: 'move' | 'insert';
  readonly address: VertexAddress;
  /** Where it was dropped, before snapping. */
  readonly place: LngLat;
}

/**
 * A shape with dropped vertices, in the order of the drops. A drop whose vertex is gone, because
 * somebody else removed it meanwhile, is left out.
 * @param snap the place for a vertex that is dropped at another place
 */
export function withDrops(
  shape: Shape,
  drops: readonly VertexDrop[],
  snap: (place: LngLat) => LngLat,
): Shape {
  return drops.reduce((before, { kind, address, place }) => {
    if (!hasVertex(before, address)) return before;
    const to = [...snap(place)];
    return kind === 'move' ? moveVertex(before, address, to) : insertVertex(before, address, to);
  }, shape);
}

function hasVertex(shape: Shape, { path, index }: VertexAddress): boolean {
  return verticesOf(shape).some(
    ({ address }) => address.index === index && address.path.join() === path.join(),
  );
}
