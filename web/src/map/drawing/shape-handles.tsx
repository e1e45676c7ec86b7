import type { VertexAddress } from '@refugia/engine/edit/index.ts';
import { Move } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/media/icon.tsx';
import { useMapEvents } from '../map-events.ts';
import type { LngLat } from '../places.ts';
import { DragHandle } from './drag-handle.tsx';
import styles from './drawing.module.css';
import type { ShapePlace } from './vertices-in-view.ts';

/** An edit by a handle: a vertex that is moved, or a new one after the vertex at the address. */
export interface HandleEdit {
  readonly kind: 'move' | 'insert';
  readonly address: VertexAddress;
  readonly place: LngLat;
}

interface ShapeHandlesProps {
  map: MapLibreMap;
  /** The vertices and middles of edges that have handles, in the order of the Tab key. */
  places: readonly ShapePlace[];
  /** The name of a place's handle for screen readers. */
  labelOf: (place: ShapePlace) => string;
  /** The handle that moves the whole shape. Default none. */
  whole?: {
    readonly label: string;
    readonly position: LngLat;
    readonly onMove: (to: LngLat) => void;
    readonly onDrop: (to: LngLat) => void;
  };
  onMove: (edit: HandleEdit) => void;
  /** Is called when a handle is released after a move, or the middle of an edge is pressed. */
  onDrop: (edit: HandleEdit) => void;
  onRemove: (address: VertexAddress) => void;
  onGiveUp: () => void;
}

/**
 * Handles at vertices of a shape, smaller ones in the middle of edges, and one that moves the whole
 * shape. Each is a button that can be dragged, or moved with the arrow keys while it has the focus.
 */
export function ShapeHandles(props: ShapeHandlesProps) {
  const { map, places, labelOf, whole, onMove, onDrop, onRemove, onGiveUp } = props;
  useMapMoves(map);
  const layer = useRef<HTMLDivElement>(null);
  const wantedFocus = useRef<string | null>(null);
  useEffect(() => {
    // If editing began by keyboard, the first handle receives the focus.
    if (!document.activeElement?.matches(':focus-visible')) return;
    layer.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    if (wantedFocus.current === null) return;
    const selector = `[data-corner="${wantedFocus.current}"]`;
    wantedFocus.current = null;
    layer.current?.querySelector<HTMLElement>(selector)?.focus();
  });
  const focusNext = (address: VertexAddress, index: number) => {
    wantedFocus.current = vertexKey({ ...address, index });
  };
  const add = (address: VertexAddress, place: LngLat) => {
    onDrop({ kind: 'insert', address, place });
    focusNext(address, address.index + 1);
  };
  const shared = { map, onGiveUp };
  return (
    <div className={styles.handles} ref={layer}>
      {whole && (
        <DragHandle {...shared} {...whole} className={styles.whole}>
          <Icon of={Move} size="sm" />
        </DragHandle>
      )}
      {places.map((handle) => {
        const {
          address,
          position: [longitude = 0, latitude = 0],
          isMiddle,
        } = handle;
        const position: LngLat = [longitude, latitude];
        const common = { ...shared, position, label: labelOf(handle) };
        return isMiddle ? (
          <DragHandle
            key={`middle ${vertexKey(address)}`}
            {...common}
            className={styles.middle}
            onMove={(place) => onMove({ kind: 'insert', address, place })}
            onDrop={(place) => add(address, place)}
            onPress={() => add(address, position)}
          />
        ) : (
          <DragHandle
            key={vertexKey(address)}
            {...common}
            id={vertexKey(address)}
            onMove={(place) => onMove({ kind: 'move', address, place })}
            onDrop={(place) => onDrop({ kind: 'move', address, place })}
            onRemove={() => {
              onRemove(address);
              focusNext(address, Math.max(0, address.index - 1));
            }}
          />
        );
      })}
    </div>
  );
}

export function vertexKey({ path, index }: VertexAddress): string {
  return [...path, index].join(' ');
}

/** Renders again whenever the map has moved, so that handles keep their places on the ground. */
export function useMapMoves(map: MapLibreMap): void {
  const [, setCount] = useState(0);
  const onMove = () => setCount((count) => count + 1);
  useMapEvents(map, { move: onMove, resize: onMove });
}
