import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { featureColours, reviewColours } from '../state/features.ts';
import { ringPrefix } from '../styling/point-icons.tsx';

const color: ExpressionSpecification = [
  'match',
  ['get', 'role'],
  ['add', 'added'],
  featureColours.proposedAdd,
  ['delete', 'removed'],
  featureColours.proposedDelete,
  'before',
  reviewColours.before,
  'present',
  reviewColours.present,
  'result',
  reviewColours.result,
  featureColours.proposedEdit,
];
const isVertex: ExpressionSpecification = [
  'in',
  ['get', 'role'],
  ['literal', ['moved', 'added', 'removed']],
];

/** A proposed addition is dashed, and so is what was there before. */
const isDashed: ExpressionSpecification = ['in', ['get', 'role'], ['literal', ['add', 'before']]];

/** The layers of shapes that react to a click. Their property `proposal` is a proposal's id. */
export const reviewLayerIds = [
  'cm-review-points',
  'cm-review-line',
  'cm-review-dashed',
  'cm-review-fill',
] as const;

/** Draws the shapes before and after, and every vertex that is moved, added or removed. */
export function ReviewLayers({ data }: { data: FeatureCollection }) {
  return (
    <Source id="cm-review" type="geojson" data={data}>
      <Layer
        id="cm-review-fill"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': color, 'fill-opacity': 0.15 }}
      />
      <Layer
        id="cm-review-casing"
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{ 'line-color': '#ffffff', 'line-width': 4.5, 'line-opacity': 0.8 }}
      />
      <Layer
        id="cm-review-line"
        type="line"
        filter={['all', ['!=', ['geometry-type'], 'Point'], ['!', isDashed]]}
        paint={{ 'line-color': color, 'line-width': 2.5 }}
      />
      <Layer
        id="cm-review-dashed"
        type="line"
        filter={['all', ['!=', ['geometry-type'], 'Point'], isDashed]}
        paint={{ 'line-color': color, 'line-width': 2.5, 'line-dasharray': [2, 1.5] }}
      />
      <Layer
        id="cm-review-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-color': color,
          'circle-radius': ['case', isVertex, 5, isDashed, 4, 7],
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': ['case', isDashed, 6, 2],
        }}
      />
      <Layer
        id="cm-review-rings"
        type="symbol"
        filter={['all', ['==', ['geometry-type'], 'Point'], isDashed]}
        layout={{
          'icon-image': ['concat', `${ringPrefix} `, color],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
      />
    </Source>
  );
}
