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
import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry as Shape } from '@refugia/engine/merge/index.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useMemo } from 'react';
import type { LngLat } from '../places.ts';
import { ShapeHandles, useMapMoves } from './shape-handles.tsx';
import { useVertexDrops } from './vertex-drops.ts';
import { alongTheRings, verticesInView } from './vertices-in-view.ts';

interface VertexHandlesProps {
  map: MapLibreMap;
  /** The shape without the current edit. */
  shape: Shape;
  snap: (position: LngLat) => LngLat;
  /** Whether the places to snap to still load. A vertex dropped meanwhile waits for them. */
  isSnapPending: boolean;
  /** Shows the current edit, or ends it with null when it is cancelled. */
  onDraft: (shape: Shape | null) => void;
  /** Called with the shape after an edit, or with null when it has lost its last vertices. */
  onEdit: (shape: Shape | null) => void;
}

/** The largest number of handles. More would hide the shape and slow the browser down. */
const maxHandles = 200;

/**
 * The handles of the vertices and edges in view of a shape, and one that moves the whole shape. If
 * there are more than 200 vertices in view, those nearest to the middle of the map have handles.
 */
export function VertexHandles(props: VertexHandlesProps) {
  const { map, snap, onDraft, onEdit } = props;
  useMapMoves(map);
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
  return (
    <ShapeHandles
      map={map}
      places={alongTheRings(vertices, middles)}
      labelOf={({ address, isMiddle }) => {
        const number = `${address.index + 1}${partName(address)}`;
        return isMiddle ? `Add a vertex after vertex ${number}` : `Vertex ${number}`;
      }}
      {...(all.vertices.length > 1 && {
        whole: {
          label: 'Move the shape',
          position: middle,
          onMove: (to) => onDraft(moveGeometry(shape, [...middle], [...to])),
          onDrop: (to) => commit(moveGeometry(take(), [...middle], [...to])),
        },
      })}
      onMove={({ kind, address, place }) =>
        onDraft((kind === 'move' ? moveVertex : insertVertex)(shape, address, [...snap(place)]))
      }
      onDrop={drop}
      onRemove={(address) => commit(removeVertex(take(), address))}
      onGiveUp={() => onDraft(shape === props.shape ? null : shape)}
    />
  );
}

function partName({ path: [part = 0, ring = 0] }: VertexAddress): string {
  const place = part > 0 ? ` of part ${part + 1}` : '';
  return ring > 0 ? `${place} of hole ${ring}` : place;
}

function middleOf(vertices: readonly Vertex[]): LngLat {
  const [west, south, east, north] = boundsOf(vertices.map(({ position }) => position));
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
