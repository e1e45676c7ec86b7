import { Marker } from '@vis.gl/react-maplibre';
import { MousePointer2 } from 'lucide-react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './map-screen.module.css';

/** Shows the pointers of others, and tells others where this person's pointer is. */
export function PresenceMarks({ chosenId }: { chosenId: string | null }) {
  const { client, state } = useOpenMap();
  useMapEvents(useEngine(), {
    mousemove: ({ lngLat }) => client.tellPresence([lngLat.lng, lngLat.lat], chosenId),
    mouseout: () => client.tellPresence(null, chosenId),
  });
  return [...state.people.values()].map(({ connection, cursor, name }) =>
    cursor === null ? null : (
      <Marker key={connection} longitude={cursor[0]} latitude={cursor[1]} anchor="top-left">
        <span className={styles.pointer} style={{ '--person': colourOfPerson(name) }}>
          <MousePointer2 aria-hidden="true" />
          <span className={styles.name}>{name}</span>
        </span>
      </Marker>
    ),
  );
}

/** These colours are dark enough for white letters. */
const colours = ['#1565c0', '#ad1457', '#6a1b9a', '#00695c', '#bf360c', '#4e342e', '#283593'];

/** The colour of a person, which is the same in every browser. */
export function colourOfPerson(name: string): string {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 65_521, 7);
  return colours[sum % colours.length];
}
