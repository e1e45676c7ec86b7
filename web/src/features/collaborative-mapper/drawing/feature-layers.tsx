import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { ShapeLayers } from './shape-layers.tsx';

/**
 * The beginnings of the ids of the layers that draw features: one for features that the browser has
 * whole, one for tiles.
 */
export const layerPrefixes = { whole: 'cm-features', tiles: 'cm-tiles' } as const;

/** The layers that react to a click, for code that asks what lies under the pointer. */
export const featureLayerIds = [layerPrefixes.whole, layerPrefixes.tiles].flatMap((prefix) => [
  `${prefix}-points`,
  `${prefix}-line`,
  `${prefix}-fill`,
]);

interface FeatureLayersProps {
  data: FeatureCollection;
  selectedId: string | null;
}

/**
 * The layers of the map's features. The feature in hand is drawn stronger, and unconfirmed features
 * are dashed.
 */
export function FeatureLayers({ data, selectedId }: FeatureLayersProps) {
  const isSelected: ExpressionSpecification = ['==', ['get', 'id'], selectedId ?? ''];
  return (
    <Source id={layerPrefixes.whole} type="geojson" data={data}>
      <ShapeLayers
        prefix={layerPrefixes.whole}
        look={{
          color: ['get', 'color'],
          label: ['get', 'label'],
          isSelected,
          radius: ['case', isSelected, 9, 6.5],
          isPending: ['get', 'isPending'],
          isShown: true,
        }}
      />
    </Source>
  );
}
