import { writeFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { limits } from '@refugia/contract/limits.ts';
import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { useEffect, useMemo } from 'react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { layerPrefixes, ShapeLayers } from '../drawing/feature-layers.tsx';
import { isOfShownLayer, shapePaint } from '../drawing/shape-paint.ts';
import type { TileNews } from '../state/tile-news.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useTileSource } from './tile-source.ts';
import { tileStatus } from './tile-status.ts';
import { useFeatureStates } from './use-feature-states.ts';
import { useFreshTiles } from './use-fresh-tiles.ts';

const { maxTileZoom } = limits.collaborativeMapper;
const sourceId = layerPrefixes.tiles;
const promoteId = { features: 'id' };
/** How far a change of a point changes the clusters around it, as a share of a tile's side. */
const clusterReachShare = 0.25;

interface TiledFeaturesProps {
  news: TileNews;
  /** Points that the browser has whole and leaves to the clusters of tiles, by their layer's id. */
  clustered: ReadonlyMap<string, FeatureCollection>;
  /** Called with the number of features in view that the tiles leave out. */
  onLeftOut: (count: number) => void;
}

/**
 * Draws the features of a map that has too many for a browser from tiles, without those that the
 * browser draws above them.
 */
export function TiledFeatures({ news, clustered, onLeftOut }: TiledFeaturesProps) {
  const { client } = useOpenMap();
  const map = useEngine();
  const layers = useShownLayers();
  const { source, address } = useTileSource(client, writeFilter(useMapFilter().filter));
  const tiles = useMemo(() => (address === null ? [] : [address]), [address]);
  const paint = useMemo(() => shapePaint(layers, tileStatus), [layers]);
  const filter = useMemo(() => isOfShownLayer(layers), [layers]);
  useFeatureStates(news, clustered);
  const hasClusters = layers.some(({ style }) => style.clusters);
  useFreshTiles(source, news, hasClusters ? clusterReachShare : undefined);
  useMapEvents(map, {
    idle: () => {
      if (!map?.getSource(sourceId)) return;
      const tiles = map.querySourceFeatures(sourceId, { sourceLayer: 'meta' });
      onLeftOut(tiles.reduce((sum, { properties }) => sum + Number(properties.left_out ?? 0), 0));
    },
  });
  useEffect(() => () => onLeftOut(0), [onLeftOut]);
  if (address === null) return null;
  return (
    <Source id={sourceId} type="vector" tiles={tiles} maxzoom={maxTileZoom} promoteId={promoteId}>
      <ShapeLayers
        prefix={sourceId}
        sourceLayer="features"
        paint={paint}
        isSmallFarOut
        filter={filter}
      />
    </Source>
  );
}
