import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { useChosenFeatures } from '../workspace/chosen-features.ts';

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
