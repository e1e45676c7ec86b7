import { type RefObject, useCallback } from 'react';
import { useCamera } from '../../../map/canvas/use-camera.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import { type Box, findZoom } from '../state/map-view.ts';

/** Moves a project's map. */
export function useProjectCamera(dock: RefObject<HTMLDivElement | null>) {
  const { onReady, insets, move, position } = useCamera(dock);
  const find = useCallback(
    (box: Box) =>
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
