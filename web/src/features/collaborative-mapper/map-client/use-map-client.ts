import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readAnew } from '../../../lib/read-anew.ts';
import { useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { listKey } from '../calls/map-lists.ts';
import { MapClient, type MapEntry } from './map-client.ts';

/** The shortest time between two readings of a table's rows while others change features. */
const rowsMilliseconds = 1_000;

/** Opens a map while the screen shows it. For another person it is opened anew. */
export function useMapClient({ mapId, mapToken, viewKey }: MapEntry) {
  const session = useSession();
  const person = personOf(session);
  const queries = useQueryClient();
  const client = useMemo(
    () => new MapClient({ mapId, mapToken, viewKey }, person),
    [mapId, mapToken, viewKey, person],
  );
  const isKnown = session.status !== 'checking';
  useEffect(() => {
    if (!isKnown) return;
    let rows: ReturnType<typeof setTimeout> | undefined;
    const readRows = () => {
      rows = undefined;
      const queryKey = listKey(client.mapId, 'features');
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const stop = client.store.listen((lists) => {
      for (const list of lists) {
        if (list === 'history') rows ??= setTimeout(readRows, rowsMilliseconds);
        void readAnew(queries, ['rrm', client.mapId, list]);
      }
    });
    void client.open();
    return () => {
      stop();
      clearTimeout(rows);
      client.close();
    };
  }, [client, queries, isKnown]);
  const state = useStore(client.store);
  return { client, state };
}
