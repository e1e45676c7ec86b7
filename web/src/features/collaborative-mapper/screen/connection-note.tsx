import type { MapState } from '../state/map-state.ts';
import styles from './map-screen.module.css';

/** Says whether the map is live, and how much waits to be sent. */
export function ConnectionNote({ state }: { state: MapState }) {
  return (
    <span className={styles.connection} data-connection={state.connection} role="status">
      {connectionWords(state)}
    </span>
  );
}

function connectionWords({ connection, pending, unkeptEdits, keepsEdits }: MapState): string {
  const count = pending.length;
  const waiting = count === 1 ? '1 change' : `${count} changes`;
  if (connection !== 'lost') {
    if (count > 0) return `Saving ${waiting}`;
    return connection === 'live' ? 'Live' : 'Connecting';
  }
  if (count === 0) return 'Connection lost. Trying again.';
  if (!keepsEdits) return `Connection lost. Keep this page open until ${waiting} can be sent.`;
  if (unkeptEdits > 0) return `Connection lost. Keeping ${waiting} …`;
  return `Connection lost. ${waiting} kept here, to be sent when it is back.`;
}
