import type { PresentPerson } from '@refugia/contract/collaborative-mapper/live.ts';
import { Marker, useMap } from '@vis.gl/react-maplibre';
import { MousePointer2 } from 'lucide-react';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { colourOfPerson } from '../state/colour-of-person.ts';
import styles from './presence-marks.module.css';

interface PresenceMarksProps {
  people: ReadonlyMap<string, PresentPerson>;
  /**
   * Called with the place under this person's pointer, or with null when the pointer left the map.
   */
  onPointer: (place: [number, number] | null) => void;
  /** Called whenever the map has drawn everything. */
  onIdle: ((map: MapLibreMap) => void) | undefined;
}

/** Shows the pointers of others, and tells others where this person's pointer is. */
export function PresenceMarks({ people, onPointer, onIdle }: PresenceMarksProps) {
  const { current: mapRef } = useMap();
  const tell = useEffectEvent(onPointer);
  const idle = useEffectEvent((map: MapLibreMap) => onIdle?.(map));
  useEffect(() => {
    const map = mapRef?.getMap();
    if (!map) return;
    const onMove = ({ lngLat }: MapMouseEvent) => tell([lngLat.lng, lngLat.lat]);
    const onOut = () => tell(null);
    const onIdleMap = () => idle(map);
    map.on('mousemove', onMove);
    map.on('mouseout', onOut);
    map.on('idle', onIdleMap);
    return () => {
      map.off('mousemove', onMove);
      map.off('mouseout', onOut);
      map.off('idle', onIdleMap);
    };
  }, [mapRef]);
  return [...people.values()].map(({ connection, cursor, name }) =>
    cursor === null ? null : (
      <Marker key={connection} longitude={cursor[0]} latitude={cursor[1]} anchor="top-left">
        <span
          className={styles.pointer}
          style={{ '--person': colourOfPerson(name) } as React.CSSProperties}
        >
          <MousePointer2 aria-hidden="true" />
          <span className={styles.name}>{name}</span>
        </span>
      </Marker>
    ),
  );
}
