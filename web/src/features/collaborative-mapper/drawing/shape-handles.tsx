import { useMap } from '@vis.gl/react-maplibre';
import { VertexHandles } from '../../../map/drawing/vertex-handles.tsx';
import type { MapEditing } from './use-map-editing.ts';
import { useSnapping } from './use-snapping.ts';

/** The handles of the shape in hand, while its vertices are edited. */
export function ShapeHandles({ editing }: { editing: MapEditing }) {
  const { current: mapRef } = useMap();
  const map = mapRef?.getMap();
  const { selected, tool } = editing;
  const snap = useSnapping(map, editing.features, selected?.id ?? null, editing.isSnapping);
  const geometry = selected?.state.geometry;
  if (!map || tool !== 'vertices' || !geometry) return null;
  return (
    <VertexHandles
      map={map}
      shape={geometry}
      snap={snap}
      onDraft={editing.setDraft}
      onEdit={editing.changeGeometry}
    />
  );
}
