import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { Move } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { Fragment, useEffect, useRef } from 'react';
import { Icon } from '../../ui/media/icon.tsx';
import type { LngLat } from '../places.ts';
import {
  type CornerAddress,
  cornersOf,
  insertCorner,
  moveArea,
  moveCorner,
  removeCorner,
  sideMiddlesOf,
} from './area-edit.ts';
import { DragHandle, useFocusOf, useMapMoves } from './drag-handle.tsx';
import styles from './drawing.module.css';

type Area = Polygon | MultiPolygon;

interface CornerHandlesProps {
  map: MapLibreMap;
  /** The area without the current edit. */
  area: Area;
  /** Shows the current edit, or ends it with null when it is cancelled. */
  onDraft: (area: Area | null) => void;
  onEdit: (area: Area) => void;
}

/**
 * Shows a handle at every corner, a smaller one in the middle of every side, and one that moves the
 * whole area. Each is a button that can be dragged, or moved with the arrow keys while it has the
 * focus.
 */
export function CornerHandles({ map, area, onDraft, onEdit }: CornerHandlesProps) {
  useMapMoves(map);
  const layer = useRef<HTMLDivElement>(null);
  const focus = useFocusOf(layer);
  const corners = cornersOf(area);
  const middle = middleOf(area);
  const commit = (next: Area) => {
    onDraft(null);
    onEdit(next);
  };
  const shared = { map, onGiveUp: () => onDraft(null) };
  const middles = sideMiddlesOf(area);
  const handleOfSide = (index: number) => {
    const { address, position } = middles[index];
    const add = (at: LngLat) => {
      commit(insertCorner(area, address, at));
      focus.next(keyOf({ ...address, index: address.index + 1 }));
    };
    return (
      <DragHandle
        {...shared}
        className={styles.middle}
        label={`Add a corner after corner ${index + 1}`}
        position={position}
        onMove={(to) => onDraft(insertCorner(area, address, to))}
        onDrop={add}
        onPress={() => add(position)}
      />
    );
  };
  useEffect(() => {
    // If editing began by keyboard, the first handle receives the focus.
    if (!document.activeElement?.matches(':focus-visible')) return;
    layer.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className={styles.handles} ref={layer}>
      <DragHandle
        {...shared}
        className={styles.whole}
        label="Move the area"
        position={middle}
        onMove={(to) => onDraft(moveArea(area, middle, to))}
        onDrop={(to) => commit(moveArea(area, middle, to))}
      >
        <Icon of={Move} size="sm" />
      </DragHandle>
      {corners.map(({ address, position }, index) => (
        <Fragment key={keyOf(address)}>
          <DragHandle
            {...shared}
            id={keyOf(address)}
            label={`Corner ${index + 1} of ${corners.length}`}
            position={position}
            onMove={(to) => onDraft(moveCorner(area, address, to))}
            onDrop={(to) => commit(moveCorner(area, address, to))}
            onRemove={() => {
              commit(removeCorner(area, address));
              focus.next(keyOf({ ...address, index: Math.max(0, address.index - 1) }));
            }}
          />
          {handleOfSide(index)}
        </Fragment>
      ))}
    </div>
  );
}

function keyOf({ polygon, ring, index }: CornerAddress): string {
  return `${polygon} ${ring} ${index}`;
}

function middleOf(area: Area): LngLat {
  const [west, south, east, north] = areaBounds(area);
  return [(west + east) / 2, (south + north) / 2];
}
