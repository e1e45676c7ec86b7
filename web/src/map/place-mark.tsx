import { Layer, Source } from '@vis.gl/react-maplibre';
import type { LngLat } from './drawing/rectangle-tool.ts';

/** A dot where somebody or something was found. */
export function PlaceMark({ position }: { position: LngLat }) {
  return (
    <Source id="place-mark" type="geojson" data={{ type: 'Point', coordinates: [...position] }}>
      <Layer
        id="place-mark"
        type="circle"
        paint={{
          'circle-radius': 7,
          'circle-color': '#0b62c4',
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 3,
        }}
      />
    </Source>
  );
}
