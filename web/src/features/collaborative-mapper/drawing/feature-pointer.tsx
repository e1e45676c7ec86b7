import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { listenToMap, useEngine } from '../../../map/map-events.ts';
import { useListedShortcuts } from '../../../map/shortcuts/shortcuts.ts';
import { useMapTools } from '../workspace/open-map.ts';
import { shapeLayerIds } from './feature-layers.tsx';
import { clusterLayerId } from './point-layers.tsx';

const pointerKeys = {
  title: 'The map',
  shortcuts: [
    { keys: 'Enter', does: 'Take the feature in the middle of the map in hand' },
    { keys: 'Escape', does: 'Put the feature in hand down' },
  ],
};

/** A press selects a line or a point from within this distance. */
const reachPixels = 6;

interface FeaturePointerProps {
  isActive: boolean;
  onSelect: (id: string | null) => void;
  /** The beginnings of the ids of the layers that draw features. */
  prefixes: readonly string[];
  /** The layers whose shapes belong to proposals, and what a press on one of them does. */
  proposalLayerIds: readonly string[];
  onProposal: (id: string) => void;
}

type Found =
  | { readonly kind: 'feature' | 'proposal'; readonly id: string }
  | { readonly kind: 'cluster'; readonly cluster: MapGeoJSONFeature }
  | null;

/**
 * Takes the feature under a click in hand, or brings the features of a cluster apart. A click
 * beside all features puts down the one in hand, and brings up a proposal whose shape is there.
 * With the focus on the map, Enter acts like a click in its middle.
 */
export function FeaturePointer(props: FeaturePointerProps) {
  const { isActive, onSelect, prefixes, proposalLayerIds, onProposal } = props;
  const map = useEngine();
  const { flyTo } = useMapTools();
  useListedShortcuts(isActive ? pointerKeys : null);
  const press = useEffectEvent((found: Found) => {
    if (map && found?.kind === 'cluster') {
      const { geometry } = found.cluster;
      if (geometry.type !== 'Point') return;
      const [longitude, latitude] = geometry.coordinates;
      void expansionZoom(map, found.cluster).then((zoom) => flyTo([longitude, latitude], zoom));
      return;
    }
    onSelect(found?.kind === 'feature' ? found.id : null);
    if (found?.kind === 'proposal') onProposal(found.id);
  });
  useEffect(() => {
    if (!map || !isActive) return;
    const canvas = map.getCanvas();
    const seen = ({ x, y }: { x: number; y: number }, ids: readonly string[]) => {
      const layers = ids.filter((id) => map.getLayer(id));
      if (layers.length === 0) return undefined;
      const box: [PointLike, PointLike] = [
        [x - reachPixels, y - reachPixels],
        [x + reachPixels, y + reachPixels],
      ];
      // A tile may still hold a feature that is deleted, or that is drawn above it. That copy is
      // invisible.
      const seenAt = (place: PointLike | [PointLike, PointLike]) =>
        map.queryRenderedFeatures(place, { layers }).filter(({ state }) => !state.isReplaced);
      const [found = seenAt(box)[0]] = seenAt([x, y]);
      return found;
    };
    const find = (place: { x: number; y: number }, ids: readonly string[], key: string) => {
      const id: unknown = seen(place, ids)?.properties[key];
      return typeof id === 'string' ? id : null;
    };
    const findAt = (place: { x: number; y: number }): Found => {
      const cluster = seen(place, prefixes.map(clusterLayerId));
      if (cluster) return { kind: 'cluster', cluster };
      const feature = find(place, prefixes.flatMap(shapeLayerIds), 'id');
      if (feature !== null) return { kind: 'feature', id: feature };
      const proposal = find(place, proposalLayerIds, 'proposal');
      return proposal === null ? null : { kind: 'proposal', id: proposal };
    };
    const stop = listenToMap(map, {
      click: ({ point }) => press(findAt(point)),
      mousemove: ({ point }) => {
        canvas.style.cursor = findAt(point) === null ? '' : 'pointer';
      },
    });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      press(findAt(map.project(map.getCenter())));
    };
    canvas.addEventListener('keydown', onKey);
    return () => {
      stop();
      canvas.removeEventListener('keydown', onKey);
      canvas.style.cursor = '';
    };
  }, [map, isActive, prefixes, proposalLayerIds]);
  return map && isActive ? <Crosshair map={map} keyText="Enter takes what is here" /> : null;
}

/** The zoom at which a cluster falls apart, from its tile or from the map engine. */
async function expansionZoom(
  map: MapLibreMap,
  { source, properties }: MapGeoJSONFeature,
): Promise<number | undefined> {
  return (
    properties.expansion_zoom ??
    map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(properties.cluster_id)
  );
}
