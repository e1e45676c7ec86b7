import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { LngLat } from '../places.ts';
import {
  cornersOf,
  insertCorner,
  moveArea,
  moveCorner,
  removeCorner,
  sideMiddlesOf,
} from './area-edit.ts';
import { type HandleEdit, ShapeHandles, vertexKey } from './shape-handles.tsx';
import { alongTheRings } from './vertices-in-view.ts';

type Area = Polygon | MultiPolygon;

interface CornerHandlesProps {
  map: MapLibreMap;
  /** The area without the current edit. */
  area: Area;
  /** Shows the current edit, or ends it with null when it is cancelled. */
  onDraft: (area: Area | null) => void;
  onEdit: (area: Area) => void;
}

/** The handles of all corners and sides of an area, and one that moves the whole area. */
export function CornerHandles({ map, area, onDraft, onEdit }: CornerHandlesProps) {
  const corners = cornersOf(area);
  const numbers = new Map(corners.map(({ address }, index) => [vertexKey(address), index + 1]));
  const middle = middleOf(area);
  const commit = (next: Area) => {
    onDraft(null);
    onEdit(next);
  };
  const edited = ({ kind, address, place }: HandleEdit) =>
    (kind === 'move' ? moveCorner : insertCorner)(area, address, place);
  return (
    <ShapeHandles
      map={map}
      places={alongTheRings(corners, sideMiddlesOf(area))}
      labelOf={({ address, isMiddle }) => {
        const number = numbers.get(vertexKey(address));
        if (isMiddle) return `Add a corner after corner ${number}`;
        return `Corner ${number} of ${corners.length}`;
      }}
      whole={{
        label: 'Move the area',
        position: middle,
        onMove: (to) => onDraft(moveArea(area, middle, to)),
        onDrop: (to) => commit(moveArea(area, middle, to)),
      }}
      onMove={(edit) => onDraft(edited(edit))}
      onDrop={(edit) => commit(edited(edit))}
      onRemove={(address) => commit(removeCorner(area, address))}
      onGiveUp={() => onDraft(null)}
    />
  );
}

function middleOf(area: Area): LngLat {
  const [west, south, east, north] = areaBounds(area);
  return [(west + east) / 2, (south + north) / 2];
}
