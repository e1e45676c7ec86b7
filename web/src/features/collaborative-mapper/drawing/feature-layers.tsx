import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';

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
        paint={{
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

/** How features are drawn, as expressions over the properties that the source has of each. */
export interface ShapePaint {
  readonly color: ExpressionSpecification;
  readonly label: ExpressionSpecification;
  readonly isSelected: ExpressionSpecification;
  /** True for unconfirmed features, which are dashed. */
  readonly isPending: ExpressionSpecification | false;
  /** False for features that have to stay invisible. */
  readonly isShown: ExpressionSpecification | true;
  /** The radius of points, in pixels. */
  readonly radius: ExpressionSpecification;
  /** Features with a higher value are drawn above. Default: the order of the source. */
  readonly order?: ExpressionSpecification;
}

interface ShapeLayersProps {
  /** The beginning of the layers' ids. */
  prefix: string;
  /** The id of the source. A surrounding `Source` element gives it to its children. */
  source?: string;
  /** The layer of vector tiles from which features are drawn. */
  sourceLayer?: string;
  paint: ShapePaint;
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
    seen: (opacity: number | ExpressionSpecification): ExpressionSpecification => [
      'case',
      isShown,
      opacity,
      0,
    ],
    sorted: <Key extends string>(key: Key) => (order ? { [key]: order } : {}),
  };
}

/**
 * The layers that draw the features of one source. The ids of layers that react to a click have a
 * common ending.
 */
export function ShapeLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { color, isSelected } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  return (
    <>
      <Layer
        {...common}
        id={`${prefix}-fill`}
        type="fill"
        filter={where(isPolygon)}
        layout={sorted('fill-sort-key')}
        paint={{ 'fill-color': color, 'fill-opacity': seen(['case', isSelected, 0.45, 0.25]) }}
      />
      <LineLayers {...props} />
      <PointLayers {...props} />
    </>
  );
}

/** The lines of areas and of lines, on a white casing. */
function LineLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { color, isSelected, isPending } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  return (
    <>
      <Layer
        {...common}
        id={`${prefix}-casing`}
        type="line"
        filter={where(isNoPoint)}
        paint={{
          'line-color': '#ffffff',
          'line-opacity': seen(0.75),
          'line-width': ['case', isSelected, 6, 4],
        }}
      />
      <Layer
        {...common}
        id={`${prefix}-line`}
        type="line"
        filter={where(isNoPoint, ['!', isPending])}
        layout={sorted('line-sort-key')}
        paint={{
          'line-color': color,
          'line-opacity': seen(1),
          'line-width': ['case', isSelected, 3.5, 2],
        }}
      />
      {isPending !== false && (
        <Layer
          {...common}
          id={`${prefix}-pending`}
          type="line"
          filter={where(isNoPoint, isPending)}
          paint={{ 'line-color': color, 'line-width': 2, 'line-dasharray': [2, 1.5] }}
        />
      )}
    </>
  );
}

/** The points, and the labels of all features. */
function PointLayers(props: ShapeLayersProps) {
  const { prefix, paint } = props;
  const { color, label, radius } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  return (
    <>
      <Layer
        {...common}
        id={`${prefix}-points`}
        type="circle"
        filter={where(isPoint)}
        layout={sorted('circle-sort-key')}
        paint={{
          'circle-color': color,
          'circle-opacity': seen(1),
          'circle-radius': radius,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-opacity': seen(1),
          'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 2, 1, 10, 2],
        }}
      />
      <Layer
        {...common}
        id={`${prefix}-labels`}
        type="symbol"
        filter={where(['!=', label, ''])}
        layout={{
          'text-field': label,
          'text-size': 12,
          'text-offset': [0, 1],
          'text-anchor': 'top',
          'text-optional': true,
        }}
        paint={{
          'text-color': '#10201a',
          'text-halo-color': '#ffffff',
          'text-halo-width': 1.5,
          'text-opacity': seen(1),
        }}
      />
    </>
  );
}

const all: ExpressionSpecification = ['literal', true];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isNoPoint: ExpressionSpecification = ['!=', ['geometry-type'], 'Point'];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
