import type { BasemapMetadata } from '@refugia/contract/basemap.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { listenToMap } from '../map-events.ts';

/** The metadata of the current base map's style, or null until the style has loaded. */
export function useStyleMetadata(map: MapLibreMap | undefined): BasemapMetadata | null {
  const [metadata, setMetadata] = useState<BasemapMetadata | null>(null);
  useEffect(() => {
    if (!map) return;
    const read = () => {
      setMetadata((map.style?.stylesheet?.metadata as BasemapMetadata | undefined) ?? null);
    };
    read();
    return listenToMap(map, { 'style.load': read });
  }, [map]);
  return metadata;
}

/** Whether simulated scenes are in view. */
export function useIsSimulatedInView(
  map: MapLibreMap | undefined,
  metadata: BasemapMetadata | null,
): boolean {
  const simulated = metadata?.['refugia:simulated'] ?? null;
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!map || simulated === null) {
      setInView(false);
      return;
    }
    const update = () => {
      const [west, south, east, north] = simulated.bounds;
      const view = map.getBounds();
      const overlaps =
        view.getWest() < east &&
        view.getEast() > west &&
        view.getSouth() < north &&
        view.getNorth() > south;
      setInView(overlaps && map.getZoom() >= simulated.minZoom);
    };
    update();
    return listenToMap(map, { moveend: update });
  }, [map, simulated]);
  return isInView;
}
