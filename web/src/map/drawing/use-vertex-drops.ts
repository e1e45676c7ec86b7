import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LngLat } from '../places.ts';
import { type VertexDrop, withDrops } from './vertex-drops.ts';

type Shape = NonNullable<FeatureState['geometry']>;

interface VertexDropsOptions {
  shape: Shape;
  snap: (place: LngLat) => LngLat;
  isSnapPending: boolean;
  onCommit: (shape: Shape) => void;
}

const none: readonly VertexDrop[] = [];
const asDropped = (place: LngLat) => place;

/**
 * Keeps vertices that are dropped before the places to snap to are known. They snap, and are
 * committed together, as soon as these are known, or when the handles are put away.
 */
export function useVertexDrops({ shape, snap, isSnapPending, onCommit }: VertexDropsOptions) {
  const [waiting, setWaiting] = useState(none);
  const settle = useEffectEvent(() => {
    if (waiting.length === 0) return;
    setWaiting(none);
    onCommit(withDrops(shape, waiting, snap));
  });
  useEffect(() => {
    if (!isSnapPending) settle();
  }, [isSnapPending]);
  useEffect(() => () => settle(), []);
  return {
    /** The shape with the vertices that wait, where they were dropped. */
    current: withDrops(shape, waiting, asDropped),
    /** The shape with the vertices that wait, snapped to what is known, after which none waits. */
    take(): Shape {
      setWaiting(none);
      return withDrops(shape, waiting, snap);
    },
    drop(drop: VertexDrop) {
      if (isSnapPending) setWaiting([...waiting, drop]);
      else onCommit(withDrops(shape, [...waiting, drop], snap));
    },
  };
}
