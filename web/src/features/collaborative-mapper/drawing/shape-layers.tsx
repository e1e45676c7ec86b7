import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';

/** How features are drawn, as expressions over what the source has of each. */
interface ShapeLook {
  readonly color: ExpressionSpecification;
  readonly label: ExpressionSpecification;
  readonly isSelected: ExpressionSpecification;
  /** True for what is not confirmed yet, which is dashed. */
  readonly isPending: ExpressionSpecification | false;
  /** False for what has to stay unseen. */
  readonly isShown: ExpressionSpecification | true;
  /** Of points, in pixels. */
  readonly radius: ExpressionSpecification;
  /** What is higher is drawn above. Left out, the order of the source. */
  readonly order?: ExpressionSpecification;
}

interface ShapeLayersProps {
  /** Begins the layers' ids. */
  prefix: string;
  /** Given by the source in which the layers stand. */
  source?: string;
  /** Of vector tiles. */
  sourceLayer?: string;
  look: ShapeLook;
  /** What is drawn at all. Default everything. */
  filter?: ExpressionSpecification;
}

/** The layers that draw features, from one source. Those that answer to a click end in the same way. */
export function ShapeLayers({ prefix, source, sourceLayer, look, filter = all }: ShapeLayersProps) {
  const { color, label, isSelected, isPending, isShown, radius, order } = look;
  const common = {
    ...(source !== undefined && { source }),
    ...(sourceLayer !== undefined && { 'source-layer': sourceLayer }),
  };
  const where = (...conditions: ExpressionSpecification[]): ExpressionSpecification => [
    'all',
    filter,
    ...conditions,
  ];
  const seen = (opacity: number | ExpressionSpecification): ExpressionSpecification => [
    'case',
    isShown,
    opacity,
    0,
  ];
  const sorted = <Key extends string>(key: Key) => (order ? { [key]: order } : {});
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
