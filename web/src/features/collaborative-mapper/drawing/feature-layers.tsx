import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';

/** The layers that answer to a click, for those who ask what lies under it. */
export const featureLayerIds = [
  'cm-features-points',
  'cm-features-line',
  'cm-features-fill',
] as const;

interface FeatureLayersProps {
  data: FeatureCollection;
  selectedId: string | null;
}

/** The features of the map; the one in hand is drawn stronger, what is not confirmed yet is dashed. */
export function FeatureLayers({ data, selectedId }: FeatureLayersProps) {
  const isSelected: ExpressionSpecification = ['==', ['get', 'id'], selectedId ?? ''];
  return (
    <Source id="cm-features" type="geojson" data={data}>
      <Layer
        id="cm-features-fill"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{
          'fill-color': ['get', 'color'],
          'fill-opacity': ['case', isSelected, 0.45, 0.25],
        }}
      />
      <Layer
        id="cm-features-casing"
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{
          'line-color': '#ffffff',
          'line-opacity': 0.75,
          'line-width': ['case', isSelected, 6, 4],
        }}
      />
      <Layer
        id="cm-features-line"
        type="line"
        filter={['all', ['!=', ['geometry-type'], 'Point'], ['!', ['get', 'isPending']]]}
        paint={{
          'line-color': ['get', 'color'],
          'line-width': ['case', isSelected, 3.5, 2],
        }}
      />
      <Layer
        id="cm-features-pending"
        type="line"
        filter={['all', ['!=', ['geometry-type'], 'Point'], ['get', 'isPending']]}
        paint={{ 'line-color': ['get', 'color'], 'line-width': 2, 'line-dasharray': [2, 1.5] }}
      />
      <Layer
        id="cm-features-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-color': ['get', 'color'],
          'circle-radius': ['case', isSelected, 9, 6.5],
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        id="cm-features-labels"
        type="symbol"
        filter={['!=', ['get', 'label'], '']}
        layout={{
          'text-field': ['get', 'label'],
          'text-size': 12,
          'text-offset': [0, 1],
          'text-anchor': 'top',
          'text-optional': true,
        }}
        paint={{ 'text-color': '#10201a', 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 }}
      />
    </Source>
  );
}
