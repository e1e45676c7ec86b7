import { Marker } from '@vis.gl/react-maplibre';
import type { LngLat } from '../places.ts';

/** A dot at a place that was found, above everything else on the map. */
export function PlaceMark({ position: [longitude, latitude] }: { position: LngLat }) {
  return (
    <Marker longitude={longitude} latitude={latitude} style={{ pointerEvents: 'none' }}>
      <svg width={20} height={20} aria-hidden="true">
        <circle cx={10} cy={10} r={8.5} fill="#0b62c4" stroke="#ffffff" strokeWidth={3} />
      </svg>
    </Marker>
  );
}
