import type { MapState } from '../state/map-state.ts';
import styles from './map-screen.module.css';

/** Whether the map is live, and what waits to be sent. */
export function ConnectionNote({ state }: { state: MapState }) {
  const { connection, pending } = state;
  const waiting = pending.length === 1 ? '1 change' : `${pending.length} changes`;
  return (
    <span className={styles.connection} data-connection={connection} role="status">
      {connection === 'lost'
        ? `Connection lost. ${pending.length > 0 ? `${waiting} will be sent when it is back.` : 'Trying again.'}`
        : pending.length > 0
          ? `Saving ${waiting}`
          : connection === 'live'
            ? 'Live'
            : 'Connecting'}
    </span>
  );
}
