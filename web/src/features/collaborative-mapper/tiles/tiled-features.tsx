import { limits } from '@refugia/contract/limits.ts';
import { Source, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useMemo } from 'react';
import { layerPrefixes } from '../drawing/feature-layers.tsx';
import { ShapeLayers } from '../drawing/shape-layers.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';
import type { TileNews } from '../state/tile-news.ts';
import { useVectorLayers } from '../workspace/use-vector-layers.ts';
import { isOfShownLayer, tileLook } from './tile-look.ts';
import { useFeatureStates } from './use-feature-states.ts';
import { useFreshTiles } from './use-fresh-tiles.ts';
import { useTileSource } from './use-tile-source.ts';

const { maxTileZoom } = limits.collaborativeMapper;
const sourceId = layerPrefixes.tiles;
const promoteId = { features: 'id' };

interface TiledFeaturesProps {
  client: MapClient;
  state: MapState;
  news: TileNews;
  /**
   * Called with the number of features in view that the tiles leave out because there are too many.
   */
  onLeftOut: (count: number) => void;
}

/**
 * The features of a map that has too many for a browser, drawn from tiles. Features that are drawn
 * above the tiles are hidden in them.
 */
export function TiledFeatures({ client, state, news, onLeftOut }: TiledFeaturesProps) {
  const { current: mapRef } = useMap();
  const map = mapRef?.getMap();
  const layers = useVectorLayers();
  const { source, address } = useTileSource(client);
  const tiles = useMemo(() => (address === null ? [] : [address]), [address]);
  const look = useMemo(() => tileLook(layers), [layers]);
  const filter = useMemo(() => isOfShownLayer(layers), [layers]);
  useFeatureStates(map, sourceId, { client, state, news });
  useFreshTiles({ map, sourceId, source, news, onSettled: (loaded) => client.takeTiles(loaded) });
  useEffect(() => {
    if (!map) return;
    const count = () => {
      if (!map.getSource(sourceId)) return;
      const said = map.querySourceFeatures(sourceId, { sourceLayer: 'meta' });
      onLeftOut(said.reduce((sum, { properties }) => sum + Number(properties.left_out ?? 0), 0));
    };
    map.on('idle', count);
    return () => {
      map.off('idle', count);
      onLeftOut(0);
    };
  }, [map, onLeftOut]);
  if (address === null) return null;
  return (
    <Source id={sourceId} type="vector" tiles={tiles} maxzoom={maxTileZoom} promoteId={promoteId}>
      <ShapeLayers prefix={sourceId} sourceLayer="features" look={look} filter={filter} />
    </Source>
  );
}
