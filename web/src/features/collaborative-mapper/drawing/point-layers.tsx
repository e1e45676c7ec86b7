import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { ringPrefix } from '../styling/point-icons.tsx';
import { borderColor, layerParts, type ShapeLayersProps } from './layer-parts.ts';
import { expression, type Value } from './shape-paint.ts';

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
