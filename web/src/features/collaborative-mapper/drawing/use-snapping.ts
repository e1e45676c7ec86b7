import { snapTo } from '@refugia/engine/edit/index.ts';
import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { Position } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { listenToMap, useMapEvents } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import { fetchFeatures } from '../calls/features.ts';
import { listKey } from '../calls/map-lists.ts';
import { readFeature, type ShownFeature } from '../state/features.ts';
import { useOpenMap } from '../workspace/open-map.ts';

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

/** Loading more takes longer than zooming in. */
const mostFeatures = 500;

const none = { features: new Map<string, ShownFeature>(), isTooMany: false, isPending: false };

/** The whole features in view of a map that comes as tiles, which are too coarse to snap to. */
export function useFeaturesInView(map: MapLibreMap | undefined) {
  const { client, state } = useOpenMap();
  const isTiled = state.tileNews !== null;
  const box = useBox(isTiled ? map : undefined);
  const { data, fetchStatus } = useQuery({
    queryKey: [...listKey(client.mapId, 'features'), 'in view', box, state.seq],
    queryFn: async ({ signal }) => {
      const page = { mapId: client.mapId, box: box!, limit: mostFeatures };
      const { features, total } = await fetchFeatures(client.call, page, signal);
      const whole = features.map((feature) => ({ ...readFeature(feature), isPending: false }));
      return {
        box: box!,
        features: new Map<string, ShownFeature>(whole.map((feature) => [feature.id, feature])),
        isTooMany: total > features.length,
      };
    },
    enabled: box !== null,
    placeholderData: (before) => before,
  });
  if (!isTiled || !map) return none;
  // Changes by others are fetched as well, but nobody waits for those. Without a connection nothing
  // is loading.
  const isPending = box === null || (data?.box !== box && fetchStatus === 'fetching');
  const { features, isTooMany } = data ?? none;
  return { features, isTooMany, isPending };
}

/** West, south, east and north, as the server reads them. */
function useBox(map: MapLibreMap | undefined): string | null {
  const [box, setBox] = useState<string | null>(null);
  useEffect(() => {
    if (!map) return;
    const read = () => {
      const bounds = map.getBounds();
      const within = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees));
      setBox(
        [
          within(bounds.getWest(), 180),
          within(bounds.getSouth(), 90),
          within(bounds.getEast(), 180),
          within(bounds.getNorth(), 90),
        ]
          .map((degrees) => degrees.toFixed(5))
          .join(','),
      );
    };
    read();
    return listenToMap(map, { moveend: read });
  }, [map]);
  return box;
}
