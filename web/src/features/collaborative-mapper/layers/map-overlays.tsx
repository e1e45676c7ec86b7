import { layerPrefixes } from '../drawing/feature-layers.tsx';
import { useOpenMap } from '../workspace/open-map.ts';
import { Overlays } from './overlays.tsx';

/** Rasters and reference layers, drawn on the map below its features. */
export function MapOverlays() {
  const { client, state } = useOpenMap();
  const lowest = state.tileNews ? layerPrefixes.tiles : layerPrefixes.whole;
  return <Overlays call={client.call} map={state.map} beforeId={`${lowest}-fill`} />;
}
