import {
  edgeMiddlesOf,
  insertVertex,
  moveGeometry,
  moveVertex,
  removeVertex,
  type Vertex,
  type VertexAddress,
  verticesOf,
} from '@refugia/engine/edit/index.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { Move } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { Icon } from '../../ui/media/icon.tsx';
import type { LngLat } from '../places.ts';
import { DragHandle, useFocusOf, useMapMoves } from './drag-handle.tsx';
import styles from './drawing.module.css';
import { useVertexDrops } from './vertex-drops.ts';
import { alongTheRings, verticesInView } from './vertices-in-view.ts';

type Shape = NonNullable<FeatureState['geometry']>;

interface VertexHandlesProps {
  map: MapLibreMap;
  /** The shape without the current edit. */
  shape: Shape;
  snap: (position: LngLat) => LngLat;
  /**
   * Whether the places to snap to are still loading. A vertex that is dropped meanwhile waits for
   * them.
   */
  isSnapPending: boolean;
  /** Shows the current edit, or ends it with null when it is cancelled. */
  onDraft: (shape: Shape | null) => void;
  /** Called with the shape after an edit, or with null when it has lost its last vertices. */
  onEdit: (shape: Shape | null) => void;
}

/** The largest number of handles. More would hide the shape and slow the browser down. */
const maxHandles = 200;

/**
 * Shows a handle at every vertex in view, a smaller one in the middle of every edge, and one that
 * moves the whole shape. Each is a button that can be dragged, or moved with the arrow keys while
 * it has the focus. If there are more than 200 vertices in view, those nearest to the middle of the
 * map have handles.
 */
export function VertexHandles(props: VertexHandlesProps) {
  const { map, snap, onDraft, onEdit } = props;
  useMapMoves(map);
  const layer = useRef<HTMLDivElement>(null);
  const focus = useFocusOf(layer);
  const commit = (next: Shape | null) => {
    onDraft(null);
    onEdit(next);
  };
  const { current: shape, take, drop } = useVertexDrops({ ...props, onCommit: commit });
  const all = useMemo(
    () => ({ vertices: verticesOf(shape), middles: edgeMiddlesOf(shape) }),
    [shape],
  );
  const view = viewOf(map);
  const vertices = verticesInView(all.vertices, view, maxHandles);
  const middles =
    vertices.length * 2 <= maxHandles ? verticesInView(all.middles, view, maxHandles) : [];
  const middle = middleOf(all.vertices);
  useEffect(() => {
    // If editing began by keyboard, the first handle receives the focus.
    if (!document.activeElement?.matches(':focus-visible')) return;
    layer.current?.querySelector('button')?.focus();
  }, []);

  const shared = {
    map,
    onGiveUp: () => onDraft(shape === props.shape ? null : shape),
  };
  const to = (place: LngLat) => [...snap(place)];
  const add = (address: VertexAddress, place: LngLat) => {
    drop({ kind: 'insert', address, place });
    focus.next(keyOf({ ...address, index: address.index + 1 }));
  };
  return (
    <div className={styles.handles} ref={layer}>
      {all.vertices.length > 1 && (
        <DragHandle
          {...shared}
          className={styles.whole}
          label="Move the shape"
          position={middle}
          onMove={(place) => onDraft(moveGeometry(shape, [...middle], [...place]))}
          onDrop={(place) => commit(moveGeometry(take(), [...middle], [...place]))}
        >
          <Icon of={Move} size="sm" />
        </DragHandle>
      )}
      {alongTheRings(vertices, middles).map(({ address, position, isMiddle }) =>
        isMiddle ? (
          <DragHandle
            key={`middle ${keyOf(address)}`}
            {...shared}
            className={styles.middle}
            label={`Add a vertex after vertex ${address.index + 1}${partName(address)}`}
            position={asLngLat(position)}
            onMove={(place) => onDraft(insertVertex(shape, address, to(place)))}
            onDrop={(place) => add(address, place)}
            onPress={() => add(address, asLngLat(position))}
          />
        ) : (
          <DragHandle
            key={keyOf(address)}
            {...shared}
            id={keyOf(address)}
            label={`Vertex ${address.index + 1}${partName(address)}`}
            position={asLngLat(position)}
            onMove={(place) => onDraft(moveVertex(shape, address, to(place)))}
            onDrop={(place) => drop({ kind: 'move', address, place })}
            onRemove={() => {
              commit(removeVertex(take(), address));
              focus.next(keyOf({ ...address, index: Math.max(0, address.index - 1) }));
            }}
          />
        ),
      )}
    </div>
  );
}

function keyOf({ path, index }: VertexAddress): string {
  return [...path, index].join(' ');
}

function partName({ path: [part = 0, ring = 0] }: VertexAddress): string {
  const place = part > 0 ? ` of part ${part + 1}` : '';
  return ring > 0 ? `${place} of hole ${ring}` : place;
}

function asLngLat([longitude = 0, latitude = 0]: readonly number[]): LngLat {
  return [longitude, latitude];
}

function middleOf(vertices: readonly Vertex[]): LngLat {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { position } of vertices) {
    const [x = 0, y = 0] = position;
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return [(west + east) / 2, (south + north) / 2];
}

function viewOf(map: MapLibreMap) {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}
