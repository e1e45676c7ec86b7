import { areaBounds } from '@refugia/contract/area-measures.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { Move } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { Fragment, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import {
  type CornerAddress,
  cornersOf,
  insertCorner,
  moveArea,
  moveCorner,
  removeCorner,
  sideMiddlesOf,
} from './area-edit.ts';
import { DragHandle } from './drag-handle.tsx';
import styles from './drawing.module.css';
import type { LngLat } from './rectangle-tool.ts';

type Area = Polygon | MultiPolygon;

interface CornerHandlesProps {
  map: MapLibreMap;
  /** The area as it is without the edit in hand. */
  area: Area;
  /** Shows an edit that is not let go yet; null when it is given up. */
  onDraft: (area: Area | null) => void;
  onEdit: (area: Area) => void;
}

/**
 * A handle at every corner, a smaller one in the middle of every side, and one that moves the whole.
 * Each is a button: dragged, or moved with the arrow keys while it has the focus.
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
    const { address, position } = middles[index]!;
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
    // Whoever began to edit by key finds the focus on the first handle.
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

/** Renders again whenever the map has moved: handles stand still on the ground. */
function useMapMoves(map: MapLibreMap): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const onMove = () => setCount((count) => count + 1);
    map.on('move', onMove);
    map.on('resize', onMove);
    return () => {
      map.off('move', onMove);
      map.off('resize', onMove);
    };
  }, [map]);
}

/** Gives the focus to a handle that the next render brings. */
function useFocusOf(layer: RefObject<HTMLDivElement | null>) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const handle = layer.current?.querySelector<HTMLElement>(`[data-corner="${wanted.current}"]`);
    wanted.current = null;
    handle?.focus();
  });
  return {
    next(corner: string) {
      wanted.current = corner;
    },
  };
}
