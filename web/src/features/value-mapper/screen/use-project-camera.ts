import { limits } from '@refugia/contract/limits.ts';
import { type RefObject, useCallback, useEffect } from 'react';
import { useCamera } from '../../../map/canvas/use-camera.ts';
import { fromLeafletZoom, type MapPosition } from '../../../map/map-position.ts';
import type { Rectangle } from '../../../map/places.ts';
import { findZoom, readCenter } from '../state/map-view.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';

const { defaultCenter, defaultZoom } = limits.valueMapper;

/** Where a project's map is until its saved view is known. */
export const initialView = { ...defaultCenter, zoom: fromLeafletZoom(defaultZoom) };

/** Moves a project's map. */
export function useProjectCamera(dock: RefObject<HTMLDivElement | null>) {
  const { onReady, insets, move, position } = useCamera(dock);
  const find = useCallback(
    (box: Rectangle) =>
      move((map, covered) => {
        const zoom = findZoom(box);
        const [west, south, east, north] = box;
        if (zoom === undefined) map.fitBounds([west, south, east, north], covered);
        else map.flyTo([(west + east) / 2, (south + north) / 2], zoom, covered);
      }),
    [move],
  );
  const goTo = useCallback(
    (place: MapPosition) => move((map, covered) => map.goTo(place, covered)),
    [move],
  );
  return { onReady, insets, find, goTo, position };
}

export type ProjectCamera = ReturnType<typeof useProjectCamera>;

/** Moves the map to the saved view, once that is known. */
export function useSavedView({ goTo }: ProjectCamera): void {
  const { store } = useWorkspace();
  const { map } = useProject();
  const mapId = map?.id;
  useEffect(() => {
    const saved = store.getState().map;
    if (mapId === undefined || saved === null) return;
    goTo({ ...readCenter(saved), zoom: fromLeafletZoom(saved.last_zoom), bearingDegrees: 0 });
  }, [mapId, goTo, store]);
}
