import { limits } from '@refugia/contract/limits.ts';
import { type RefObject, useCallback } from 'react';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { useCamera } from '../../../map/canvas/use-camera.ts';
import type { MapHandle, MapInsets } from '../../../map/map-canvas-props.ts';
import { fromLeafletZoom, type MapPosition } from '../../../map/map-position.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { CameraEffect } from '../state/camera.ts';

/** A movement that a transition requests, or one at once to a place or the whole country. */
export type CameraMove =
  | CameraEffect
  | { readonly kind: 'go-to'; readonly position: MapPosition }
  | { readonly kind: 'show-all' };

/** The map before it has moved. */
export const initialView = {
  ...limits.habitatPatrol.defaultCenter,
  zoom: fromLeafletZoom(limits.habitatPatrol.defaultZoom),
};
export const offeredBaseLayers: readonly BaseLayerName[] = [
  'satellite',
  'outdoors',
  'light',
  'dark',
];

/** West, south, east and north of the continental United States. */
const continentalUnitedStates: Rectangle = [-124.77, 24.52, -66.95, 49.39];

export function usePatrolCamera(dock: RefObject<HTMLDivElement | null>) {
  const { insets, move, ...camera } = useCamera(dock);
  const onCamera = useCallback(
    (to: CameraMove) => move((map, covered) => carryOut(to, map, covered)),
    [move],
  );
  /** The middle of the part that the panel leaves free, as a share of the map's width. */
  const middleShare = () => (insets().left / window.innerWidth + 1) / 2;
  return { ...camera, insets, onCamera, middleShare };
}

function carryOut(to: CameraMove, map: MapHandle, insets: MapInsets): void {
  switch (to.kind) {
    case 'fit-bounds':
      map.fitBounds(to.bounds, insets);
      break;
    case 'fly-to': {
      const { fillsHalf, center, zoom } = to;
      if (fillsHalf && map.filledShare(fillsHalf, zoom, insets) < 0.5) {
        map.fitBounds(fillsHalf, insets);
      } else {
        map.flyTo(center, zoom, insets);
      }
      break;
    }
    case 'go-to':
      map.goTo(to.position, insets);
      break;
    case 'show-all':
      map.fitBounds(continentalUnitedStates, insets, true);
  }
}
