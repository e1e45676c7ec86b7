import { snapTo } from '@refugia/engine/edit/index.ts';
import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { Position } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef } from 'react';
import { useMapEvents } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import type { ShownFeature } from '../state/features.ts';

const reachPixels = 10;

/** Moves places to vertices and edges in view, unless it is switched off or Alt is held down. */
export function useSnapping(
  map: MapLibreMap | undefined,
  features: ReadonlyMap<string, ShownFeature>,
  editedId: string | null,
  isOn: boolean,
): (position: LngLat) => LngLat {
  /** Collected when first needed, and dropped when the map moves. */
  const paths = useRef<ReturnType<typeof project> | null>(null);
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

/** The paths of all other features, in degrees and on the screen. */
function project(
  map: MapLibreMap,
  features: ReadonlyMap<string, ShownFeature>,
  editedId: string | null,
) {
  const geometries: FlatGeometry[] = [];
  for (const { id, state } of features.values()) {
    if (id !== editedId && state.geometry) geometries.push(state.geometry);
  }
  const [[west, south], [east, north]] = map.getBounds().toArray();
  const positions = pathsInView(geometries, [west, south, east, north]);
  const points = positions.map((path) =>
    path.map((position) => {
      const { x, y } = map.project([...position]);
      return { x, y };
    }),
  );
  return { positions, points };
}

/** More would make every movement of the pointer slow. */
const maxVertices = 20_000;

/** The points, lines and rings that may lie in a view, until there are too many vertices. */
function pathsInView(geometries: readonly FlatGeometry[], view: Bounds): LngLat[][] {
  const paths: LngLat[][] = [];
  let vertices = 0;
  for (const geometry of geometries) {
    for (const path of pathsOf(geometry)) {
      if (!comesInto(path, view)) continue;
      vertices += path.length;
      if (vertices > maxVertices) return paths;
      paths.push(path.map(([longitude = 0, latitude = 0]) => [longitude, latitude]));
    }
  }
  return paths;
}

function pathsOf(geometry: FlatGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

function comesInto(path: readonly Position[], [west, south, east, north]: Bounds): boolean {
  const [left, bottom, right, top] = boundsOf(path);
  return left <= east && right >= west && bottom <= north && top >= south;
}
