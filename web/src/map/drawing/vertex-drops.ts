import {
  insertVertex,
  moveVertex,
  type VertexAddress,
  verticesOf,
} from '@refugia/engine/edit/index.ts';
import type { FlatGeometry as Shape } from '@refugia/engine/merge/index.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LngLat } from '../places.ts';
import type { HandleEdit } from './shape-handles.tsx';

/**
 * A shape with vertices that were dropped before snapping, in the order of the drops. A drop whose vertex is gone, because
 * somebody else removed it meanwhile, is left out.
 * @param snap the place for a vertex that is dropped at another place
 */
export function withDrops(
  shape: Shape,
  drops: readonly HandleEdit[],
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

interface VertexDropsOptions {
  shape: Shape;
  snap: (place: LngLat) => LngLat;
  isSnapPending: boolean;
  onCommit: (shape: Shape) => void;
}

const none: readonly HandleEdit[] = [];
const asDropped = (place: LngLat) => place;

/**
 * Keeps vertices that are dropped before the places to snap to are known. They snap, and are
 * committed together, as soon as these are known, or when the handles are put away.
 */
export function useVertexDrops({ shape, snap, isSnapPending, onCommit }: VertexDropsOptions) {
  const [waiting, setWaiting] = useState(none);
  const commitWaiting = useEffectEvent(() => {
    if (waiting.length === 0) return;
    setWaiting(none);
    onCommit(withDrops(shape, waiting, snap));
  });
  useEffect(() => {
    if (!isSnapPending) commitWaiting();
  }, [isSnapPending]);
  useEffect(() => () => commitWaiting(), []);
  return {
    /** The shape with the vertices that wait, where they were dropped. */
    current: withDrops(shape, waiting, asDropped),
    /** The shape with the vertices that wait, snapped to what is known, after which none waits. */
    take(): Shape {
      setWaiting(none);
      return withDrops(shape, waiting, snap);
    },
    drop(drop: HandleEdit) {
      if (isSnapPending) setWaiting([...waiting, drop]);
      else onCommit(withDrops(shape, [...waiting, drop], snap));
    },
  };
}
