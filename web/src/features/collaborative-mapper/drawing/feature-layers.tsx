import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { ShapeLayers } from './shape-layers.tsx';

/** Begin the ids of the layers that draw features: those that the browser has whole, and tiles. */
export const layerPrefixes = { whole: 'cm-features', tiles: 'cm-tiles' } as const;

/** The layers that answer to a click, for those who ask what lies under it. */
export const featureLayerIds = [layerPrefixes.whole, layerPrefixes.tiles].flatMap((prefix) => [
  `${prefix}-points`,
  `${prefix}-line`,
  `${prefix}-fill`,
]);

interface FeatureLayersProps {
  data: FeatureCollection;
  selectedId: string | null;
}

/** The features of the map; the one in hand is drawn stronger, what is not confirmed yet is dashed. */
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
