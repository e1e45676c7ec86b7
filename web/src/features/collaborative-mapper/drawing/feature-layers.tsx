import { clustering } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { useChosenFeatures } from '../workspace/chosen-features.ts';
import { borderColor, layerParts, PointLayers, type ShapeLayersProps } from './point-layers.tsx';
import { expression, type ShapePaint } from './shape-paint.ts';

/** The beginnings of layers' ids: of features that the browser has whole, and of tiles. */
export const layerPrefixes = { whole: 'cm-features', tiles: 'cm-tiles' } as const;

export const clusteredPrefix = (layerId: string) => `cm-clustered-${layerId}`;

/** The layers that react to a click. */
export const shapeLayerIds = (prefix: string) =>
  ['points', 'solid', 'dashed', 'dotted', 'fill'].map((ending) => `${prefix}-${ending}`);

interface FeatureLayersProps {
  data: FeatureCollection;
  paint: ShapePaint;
}

export function FeatureLayers({ data, paint }: FeatureLayersProps) {
  return (
    <Source id={layerPrefixes.whole} type="geojson" data={data}>
      <ShapeLayers prefix={layerPrefixes.whole} paint={paint} />
    </Source>
  );
}

export function ClusteredFeatures({
  layerId,
  data,
  paint,
}: FeatureLayersProps & { layerId: string }) {
  const prefix = clusteredPrefix(layerId);
  return (
    <Source
      id={prefix}
      type="geojson"
      data={data}
      cluster
      clusterRadius={clustering.radiusPixels}
      clusterMaxZoom={clustering.maxZoom}
      clusterProperties={clusterProperties}
    >
      <ShapeLayers prefix={prefix} paint={paint} />
    </Source>
  );
}

/** A cluster is of the same layer as its points. */
const clusterProperties = {
  layer_id: [
    ['get', 'layer_id'],
    ['get', 'layer_id'],
  ],
};

/** Draws the features of one source. */
export function ShapeLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { color, isSelected, fillOpacity } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  return (
    <>
      <Layer
        {...common}
        id={`${prefix}-fill`}
        type="fill"
        filter={where(isPolygon)}
        layout={sorted('fill-sort-key')}
        paint={{
          'fill-color': color,
          'fill-opacity': seen(
            expression('case', isSelected, expression('max', 0.45, fillOpacity), fillOpacity),
          ),
        }}
      />
      <LineLayers {...props} />
      <PointLayers {...props} />
    </>
  );
}

/** The dashes of lines in multiples of their width. A layer of its own draws each. */
const dashes = { solid: undefined, dashed: [2, 1.5], dotted: [0.1, 1.8] } as const;

/** The lines of areas and of lines, on a white casing. The selected one has a dark border, too. */
function LineLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { color, isSelected, lineWidth, lineOpacity, lineDash } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  const opacity = expression('case', isSelected, 1, lineOpacity);
  const wider = (selected: number, otherwise: number) =>
    expression('+', lineWidth, expression('case', isSelected, selected, otherwise));
  return (
    <>
      {isSelected !== false && (
        <Layer
          {...common}
          id={`${prefix}-selected`}
          type="line"
          filter={where(isNoPoint, isSelected)}
          paint={{
            'line-color': borderColor,
            'line-opacity': 0.8,
            'line-width': expression('+', lineWidth, 7),
          }}
        />
      )}
      <Layer
        {...common}
        id={`${prefix}-casing`}
        type="line"
        filter={where(isNoPoint)}
        paint={{
          'line-color': '#ffffff',
          'line-opacity': seen(expression('*', 0.75, opacity)),
          'line-width': wider(4, 2),
        }}
      />
      {Object.entries(dashes).map(([dash, lengths]) => (
        <Layer
          key={dash}
          {...common}
          id={`${prefix}-${dash}`}
          type="line"
          filter={where(isNoPoint, ['==', lineDash, dash])}
          layout={{
            ...sorted('line-sort-key'),
            ...(dash === 'dotted' && { 'line-cap': 'round' }),
          }}
          paint={{
            'line-color': color,
            'line-opacity': seen(opacity),
            'line-width': wider(1.5, 0),
            ...(lengths && { 'line-dasharray': [...lengths] }),
          }}
        />
      ))}
    </>
  );
}

const isNoPoint: ExpressionSpecification = ['!=', ['geometry-type'], 'Point'];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];

/** Stands out from the colours of features, proposals and base maps. */
const chosenColour = '#c2006b';

/** Marks the chosen features above all others, whether they come whole or as tiles. */
export function ChosenLayer() {
  const chosen = useChosenFeatures();
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: chosen.flatMap(({ state: { geometry } }) =>
        geometry ? { type: 'Feature', geometry, properties: {} } : [],
      ),
    }),
    [chosen],
  );
  return (
    <Source id="cm-chosen" type="geojson" data={data}>
      <Layer
        id="cm-chosen-line"
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{ 'line-color': chosenColour, 'line-width': 4 }}
      />
      <Layer
        id="cm-chosen-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-radius': 9,
          'circle-opacity': 0,
          'circle-stroke-color': chosenColour,
          'circle-stroke-width': 3,
        }}
      />
    </Source>
  );
}
