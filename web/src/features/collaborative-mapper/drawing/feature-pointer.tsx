import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent, PointLike } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { featureLayerIds } from './feature-layers.tsx';

/** A press selects a line or a point from within this distance. */
const reachPixels = 6;

interface FeaturePointerProps {
  isActive: boolean;
  onSelect: (id: string | null) => void;
}

/**
 * Takes the feature under a click in hand. A click beside all features puts it down. With the focus
 * on the map, Enter acts like a click in its middle.
 */
export function FeaturePointer({ isActive, onSelect }: FeaturePointerProps) {
  const { current: mapRef } = useMap();
  const map = mapRef?.getMap();
  const select = useEffectEvent(onSelect);
  useEffect(() => {
    if (!map || !isActive) return;
    const canvas = map.getCanvas();
    const findAt = ({ x, y }: { x: number; y: number }): string | null => {
      const layers = featureLayerIds.filter((id) => map.getLayer(id));
      if (layers.length === 0) return null;
      const box: [PointLike, PointLike] = [
        [x - reachPixels, y - reachPixels],
        [x + reachPixels, y + reachPixels],
      ];
      // A tile may still hold a feature that is deleted, or that is drawn above it. That copy is
      // invisible.
      const seenAt = (place: PointLike | [PointLike, PointLike]) =>
        map.queryRenderedFeatures(place, { layers }).filter(({ state }) => !state.isReplaced);
      const [found = seenAt(box)[0]] = seenAt([x, y]);
      const id: unknown = found?.properties.id;
      return typeof id === 'string' ? id : null;
    };
    const onClick = ({ point }: MapMouseEvent) => select(findAt(point));
    const onMove = ({ point }: MapMouseEvent) => {
      canvas.style.cursor = findAt(point) === null ? '' : 'pointer';
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      select(findAt(map.project(map.getCenter())));
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    canvas.addEventListener('keydown', onKey);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
      canvas.removeEventListener('keydown', onKey);
      canvas.style.cursor = '';
    };
  }, [map, isActive]);
  return map && isActive ? <Crosshair map={map} keyText="Enter takes what is here" /> : null;
}
