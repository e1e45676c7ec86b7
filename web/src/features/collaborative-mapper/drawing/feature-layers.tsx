import { clustering } from '@refugia/contract/collaborative-mapper/layer-look.ts';
import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import type { ShapePaint, Value } from './shape-paint.ts';

/**
 * The beginnings of the ids of the layers that draw features: one for features that the browser has
 * whole, one for tiles.
 */
export const layerPrefixes = { whole: 'cm-features', tiles: 'cm-tiles' } as const;

/** The beginning of the ids of the layers that draw a layer's clustered points. */
export const clusteredPrefix = (layerId: string) => `cm-clustered-${layerId}`;

/** The layers that react to a click, for code that asks what lies under the pointer. */
export const shapeLayerIds = (prefix: string) =>
  ['points', 'solid', 'dashed', 'dotted', 'fill'].map((ending) => `${prefix}-${ending}`);
export const clusterLayerId = (prefix: string) => `${prefix}-clusters`;

interface FeatureLayersProps {
  data: FeatureCollection;
  paint: ShapePaint;
}

/** The layers of the features that the browser has whole. */
export function FeatureLayers({ data, paint }: FeatureLayersProps) {
  return (
    <Source id={layerPrefixes.whole} type="geojson" data={data}>
      <ShapeLayers prefix={layerPrefixes.whole} paint={paint} />
    </Source>
  );
}

interface ClusteredFeaturesProps extends FeatureLayersProps {
  layerId: string;
}

/** The points of a layer that the browser has whole, in clusters where they are dense. */
export function ClusteredFeatures({ layerId, data, paint }: ClusteredFeaturesProps) {
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

interface ShapeLayersProps {
  /** The beginning of the layers' ids. */
  prefix: string;
  /** The id of the source. A surrounding `Source` element gives it to its children. */
  source?: string;
  /** The layer of vector tiles from which features are drawn. */
  sourceLayer?: string;
  paint: ShapePaint;
  /** Whether points are smaller where much of the world is in view. Default false. */
  isSmallFarOut?: boolean;
  /** Selects the features that are drawn. Default: all. */
  filter?: ExpressionSpecification;
}

/** What the layers of one source have in common, and how they make their expressions. */
function layerParts({ source, sourceLayer, paint, filter = all }: ShapeLayersProps) {
  const { isShown, order } = paint;
  return {
    common: {
      ...(source !== undefined && { source }),
      ...(sourceLayer !== undefined && { 'source-layer': sourceLayer }),
    },
    where: (...conditions: ExpressionSpecification[]): ExpressionSpecification => [
      'all',
      filter,
      ...conditions,
    ],
    seen: (opacity: Value) => numeric('case', isShown, opacity, 0),
    sorted: <Key extends string>(key: Key) => ({ [key]: order }) as Record<Key, number>,
  };
}

/**
 * The layers that draw the features of one source. The ids of layers that react to a click have a
 * common ending.
 */
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
            numeric('case', isSelected, numeric('max', 0.45, fillOpacity), fillOpacity),
          ),
        }}
      />
      <LineLayers {...props} />
      <PointLayers {...props} />
      <ClusterLayers {...props} />
    </>
  );
}

/** Clusters of points, each with their number. */
function ClusterLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { common, where } = layerParts(props);
  return (
    <>
      <Layer
        {...common}
        id={clusterLayerId(prefix)}
        type="circle"
        filter={where(isCluster)}
        paint={{
          'circle-color': paint.color,
          'circle-radius': ['step', pointCount, 14, 100, 18, 1000, 24],
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 3,
        }}
      />
      <Layer
        {...common}
        id={`${prefix}-counts`}
        type="symbol"
        filter={where(isCluster)}
        layout={{
          'text-field': ['number-format', pointCount, { locale: 'en-US' }],
          'text-size': 12,
          'text-allow-overlap': true,
        }}
        paint={haloed}
      />
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
  const opacity = numeric('case', isSelected, 1, lineOpacity);
  const wider = (selected: number, otherwise: number) =>
    numeric('+', lineWidth, numeric('case', isSelected, selected, otherwise));
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
            'line-width': numeric('+', lineWidth, 7),
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
          'line-opacity': seen(numeric('*', 0.75, opacity)),
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

/** The points with their icons, and the labels of all features: within areas, and below points. */
function PointLayers(props: ShapeLayersProps) {
  const { prefix, paint, isSmallFarOut = false } = props;
  const { color, icon, isSelected, label, labelSize, lineOpacity } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  const opacity = seen(numeric('case', isSelected, 1, lineOpacity));
  const radius = icon ? numeric('case', numeric('!=', icon, ''), 11, 6.5) : 6.5;
  // Where the whole of a large map is in view, thousands of points of full size would be one spot.
  const sized = (size: Value): ExpressionSpecification =>
    isSmallFarOut
      ? ['interpolate', ['linear'], ['zoom'], 2, numeric('*', 0.4, size), 10, size as number]
      : numeric('+', size, 0);
  return (
    <>
      <Layer
        {...common}
        id={`${prefix}-points`}
        type="circle"
        filter={where(isPoint, ['!', isCluster])}
        layout={sorted('circle-sort-key')}
        paint={{
          'circle-color': color,
          'circle-opacity': opacity,
          'circle-radius': sized(numeric('case', isSelected, numeric('+', radius, 2.5), radius)),
          'circle-stroke-color': ['case', isSelected, borderColor, '#ffffff'],
          'circle-stroke-opacity': opacity,
          'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 2, 1, 10, 2],
        }}
      />
      {icon && (
        <Layer
          {...common}
          id={`${prefix}-icons`}
          type="symbol"
          filter={where(isPoint, ['!', isCluster], numeric('!=', icon, ''))}
          layout={{
            ...sorted('symbol-sort-key'),
            'icon-image': icon,
            'icon-size': sized(1),
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
          }}
          paint={{ 'icon-opacity': opacity }}
        />
      )}
      <Layer
        {...common}
        id={`${prefix}-labels`}
        type="symbol"
        filter={where(['!=', label, ''])}
        layout={{
          'text-field': label,
          'text-size': numeric('+', labelSize, 0),
          'text-offset': ['case', isPoint, ['literal', [0, 1]], ['literal', [0, 0]]],
          'text-anchor': ['case', isPoint, 'top', 'center'],
          'text-optional': true,
        }}
        paint={{ ...haloed, 'text-opacity': seen(1) }}
      />
    </>
  );
}

/** An expression of which our own values make a number. */
function numeric(...parts: readonly [string, ...(Value | boolean)[]]): ExpressionSpecification {
  return parts as unknown as ExpressionSpecification;
}

const borderColor = '#10201a';
const haloed = {
  'text-color': borderColor,
  'text-halo-color': '#ffffff',
  'text-halo-width': 1.5,
} as const;
const isCluster: ExpressionSpecification = ['has', 'point_count'];
const pointCount: ExpressionSpecification = ['number', ['get', 'point_count']];
const all: ExpressionSpecification = ['literal', true];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isNoPoint: ExpressionSpecification = ['!=', ['geometry-type'], 'Point'];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
