import { Marker } from '@vis.gl/react-maplibre';
import type { MultiPolygon, Polygon } from 'geojson';
import { callApi } from '../../lib/session.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showFailure } from '../../ui/overlays/toast.tsx';
import type { MapCanvasProps } from '../map-canvas-props.ts';
import styles from './map-search.module.css';
import type { Destination } from './map-search.tsx';

interface FoundPlaceProps {
  place: Destination;
  onBorder: MapCanvasProps['onBorder'];
  onTaken: () => void;
}

/** A dot at a place that was found, above everything else on the map, with a way to take its border. */
export function FoundPlace({ place, onBorder, onTaken }: FoundPlaceProps) {
  const [longitude, latitude] = place.position;
  return (
    <Marker longitude={longitude} latitude={latitude} style={{ pointerEvents: 'none' }}>
      <div className={styles.found}>
        <svg width={20} height={20} aria-hidden="true">
          <circle cx={10} cy={10} r={8.5} fill="#0b62c4" stroke="#ffffff" strokeWidth={3} />
        </svg>
        {place.border && onBorder && (
          <BorderButton border={place.border} onBorder={onBorder} onTaken={onTaken} />
        )}
      </div>
    </Marker>
  );
}

interface BorderButtonProps {
  border: NonNullable<Destination['border']>;
  onBorder: NonNullable<MapCanvasProps['onBorder']>;
  onTaken: () => void;
}

function BorderButton({ border: { id, placeName }, onBorder, onTaken }: BorderButtonProps) {
  const { isPending, run } = useCall((error) =>
    showFailure(error, 'The border could not be loaded. Please try again.'),
  );
  const take = async () => {
    onBorder(await callApi<Polygon | MultiPolygon>(`/api/basemap/borders/${id}`), placeName);
    onTaken();
  };
  return (
    <div className={styles.border}>
      <Button size="sm" isPending={isPending} onPress={() => run(take)}>
        Use the border of {placeName}
      </Button>
    </div>
  );
}
