import { type ScreenPoint, snapTo } from '@refugia/engine/edit/index.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef } from 'react';
import { useMapEvents } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import type { ShownFeature } from '../state/features.ts';
import { pathsInView } from './paths-in-view.ts';

const reachPixels = 10;

/**
 * Moves places to vertices and edges of the features in view. While Alt is held down, or when
 * snapping is switched off, places stay where the pointer is.
 */
export function useSnapping(
  map: MapLibreMap | undefined,
  features: ReadonlyMap<string, ShownFeature>,
  editedId: string | null,
  isOn: boolean,
): (position: LngLat) => LngLat {
  /**
   * The paths of the current view. They are collected when first asked for, and dropped when the
   * map moves.
   */
  const paths = useRef<{ positions: FlatPath[]; points: ScreenPoint[][] } | null>(null);
  const isHeldOff = useRef(false);
  const forget = () => {
    paths.current = null;
  };
  useMapEvents(map, { move: forget });
  useEffect(() => {
    forget();
    const onKey = (event: KeyboardEvent) => {
      isHeldOff.current = event.altKey;
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('keyup', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keyup', onKey);
    };
  });
  return useCallback(
    (position) => {
      if (!map || !isOn || isHeldOff.current) return position;
      paths.current ??= project(map, features, editedId);
      const { x, y } = map.project([...position]);
      const snap = snapTo({ x, y }, paths.current.points, reachPixels);
      if (!snap) return position;
      // The result is the vertex itself, not its place on the screen, so that adjoining shapes have
      // equal coordinates.
      if (snap.to === 'vertex') return paths.current.positions[snap.path][snap.index];
      const { lng, lat } = map.unproject([snap.point.x, snap.point.y]);
      return [lng, lat];
    },
    [map, features, editedId, isOn],
  );
}

type FlatPath = LngLat[];

function project(
  map: MapLibreMap,
  features: ReadonlyMap<string, ShownFeature>,
  editedId: string | null,
) {
  const bounds = map.getBounds();
  const geometries: FlatGeometry[] = [];
  for (const { id, state } of features.values()) {
    if (id !== editedId && state.geometry) geometries.push(state.geometry);
  }
  const positions = pathsInView(geometries, {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  });
  const points = positions.map((path) =>
    path.map((position) => {
      const { x, y } = map.project([...position]);
      return { x, y };
    }),
  );
  return { positions, points };
}
