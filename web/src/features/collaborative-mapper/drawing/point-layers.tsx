import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { ringPrefix } from '../styling/point-icons.tsx';
import { expression, type ShapePaint, type Value } from './shape-paint.ts';

export interface ShapeLayersProps {
  /** The beginning of the layers' ids. */
  prefix: string;
  /** The id of the source. A surrounding `Source` element gives it to its children. */
  source?: string;
  sourceLayer?: string;
  paint: ShapePaint;
  /** Whether points are smaller where much of the world is in view. Default false. */
  isSmallFarOut?: boolean;
  filter?: ExpressionSpecification;
}

/** What the layers of one source have in common, and how they make their expressions. */
export function layerParts({ source, sourceLayer, paint, filter = all }: ShapeLayersProps) {
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
    seen: (opacity: Value) => expression('case', isShown, opacity, 0),
    sorted: (key: string) => ({ [key]: order }),
  };
}

/** The colour of texts, and of what is in hand. */
export const borderColor = '#10201a';
const all: ExpressionSpecification = ['literal', true];

export const clusterLayerId = (prefix: string) => `${prefix}-clusters`;

/** Points and clusters, and the labels of all features. Points not confirmed have a dashed ring. */
export function PointLayers(props: ShapeLayersProps) {
  const { prefix, paint, isSmallFarOut = false } = props;
  const { color, icon, isPending, isSelected, label, labelSize, lineOpacity } = paint;
  const { common, where, seen, sorted } = layerParts(props);
  const opacity = seen(expression('case', isSelected, 1, lineOpacity));
  const radius = icon ? expression('case', expression('!=', icon, ''), 11, 6.5) : 6.5;
  // Where the whole of a large map is in view, thousands of points of full size would be one spot.
  const sized = (size: Value): ExpressionSpecification =>
    isSmallFarOut ? byZoom(expression('*', 0.4, size), size) : expression('+', size, 0);
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
          'circle-radius': sized(
            expression('case', isPending, 4, isSelected, expression('+', radius, 2.5), radius),
          ),
          'circle-stroke-color': ['case', isPending, '#ffffff', isSelected, borderColor, '#ffffff'],
          'circle-stroke-opacity': opacity,
          'circle-stroke-width': byZoom(
            expression('case', isPending, 6, 1),
            expression('case', isPending, 6, 2),
          ),
        }}
      />
      {isPending !== false && (
        <Layer
          {...common}
          id={`${prefix}-rings`}
          type="symbol"
          filter={where(isPoint, isPending)}
          layout={{
            'icon-image': ['concat', `${ringPrefix} `, ['case', isSelected, borderColor, color]],
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
          }}
        />
      )}
      {icon && (
        <Layer
          {...common}
          id={`${prefix}-icons`}
          type="symbol"
          filter={where(isPoint, ['!', isCluster], ['!', isPending], expression('!=', icon, ''))}
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
          'text-size': expression('+', labelSize, 0),
          'text-offset': ['case', isPoint, ['literal', [0, 1]], ['literal', [0, 0]]],
          'text-anchor': ['case', isPoint, 'top', 'center'],
          'text-optional': true,
        }}
        paint={{ ...haloed, 'text-opacity': seen(1) }}
      />
      <ClusterLayers {...props} />
    </>
  );
}

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

/** A value for where much of the world is in view, which becomes another one closer by. */
function byZoom(far: Value, near: Value): ExpressionSpecification {
  return expression('interpolate', ['linear'], ['zoom'], 2, far, 10, near);
}

const haloed = {
  'text-color': borderColor,
  'text-halo-color': '#ffffff',
  'text-halo-width': 1.5,
} as const;
const isCluster: ExpressionSpecification = ['has', 'point_count'];
const pointCount: ExpressionSpecification = ['number', ['get', 'point_count']];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
