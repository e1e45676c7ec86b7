import { Marker } from '@vis.gl/react-maplibre';
import type { LngLat } from '../drawing/rectangle-tool.ts';

/** A dot where somebody or something was found, above all that the map shows. */
export function PlaceMark({ position: [longitude, latitude] }: { position: LngLat }) {
  return (
    <Marker longitude={longitude} latitude={latitude} style={{ pointerEvents: 'none' }}>
      <svg width={20} height={20} aria-hidden="true">
        <circle cx={10} cy={10} r={8.5} fill="#0b62c4" stroke="#ffffff" strokeWidth={3} />
      </svg>
    </Marker>
  );
}
