import { Layer, Source } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { outlineColor } from '../../../map/overlays/area-outline.tsx';
import type { ChosenPatch } from './comparison-list.tsx';
import { allFates, fates } from './fates.ts';

interface ComparisonLayersProps {
  patches: string;
  chosen: ChosenPatch | null;
}

const isOf = (fate: string): ExpressionSpecification => ['==', ['get', 'comparison'], fate];

/** The patches of both runs: filled by what became of them, outlined on dark, the chosen one wider. */
export function ComparisonLayers({ patches, chosen }: ComparisonLayersProps) {
  const chosenOne: ExpressionSpecification = [
    'all',
    ['==', ['get', 'run'], chosen?.run ?? ''],
    ['==', ['get', 'id'], chosen?.id ?? 0],
  ];
  return (
    <Source id="compared" type="geojson" data={patches}>
      {allFates.map((fate) => (
        <Layer
          key={fate}
          id={`compared-${fate}-fill`}
          type="fill"
          filter={isOf(fate)}
          paint={{ 'fill-color': fates[fate].colour, 'fill-opacity': 0.45 }}
        />
      ))}
      <Layer
        id="compared-casing"
        type="line"
        filter={['!', isOf('same_earlier')]}
        paint={{ 'line-color': outlineColor.casing, 'line-width': 4, 'line-opacity': 0.7 }}
      />
      {allFates.map((fate) => {
        const { colour, dashes } = fates[fate];
        return (
          <Layer
            key={fate}
            id={`compared-${fate}-line`}
            type="line"
            filter={isOf(fate)}
            paint={{
              'line-color': colour,
              'line-width': 2,
              ...(dashes && { 'line-dasharray': [...dashes] }),
            }}
          />
        );
      })}
      <Layer
        id="compared-chosen"
        type="line"
        filter={chosenOne}
        paint={{ 'line-color': outlineColor.usual, 'line-width': 5 }}
      />
    </Source>
  );
}
