import type { Place } from '@refugia/contract/basemap.ts';
import { useEffect, useState } from 'react';
import { isAbort } from '../lib/api-errors.ts';
import { callApi } from '../lib/session.ts';

/** How long typing must pause before a search starts. */
const pauseMilliseconds = 120;

interface PlaceSearch {
  places: readonly Place[];
  /** `failed` means that the server gave no answer. */
  state: 'idle' | 'searching' | 'done' | 'failed';
}

const nothing: PlaceSearch = { places: [], state: 'idle' };

/**
 * Searches for places whose names begin with the query. Earlier results stay until the next ones
 * arrive.
 */
export function usePlaceSearch(query: string): PlaceSearch {
  const [search, setSearch] = useState(nothing);
  useEffect(() => {
    if (query === '') {
      setSearch(nothing);
      return;
    }
    const superseded = new AbortController();
    const ask = async () => {
      setSearch(({ places }) => ({ places, state: 'searching' }));
      try {
        const { signal } = superseded;
        const places = await callApi<Place[]>('/api/basemap/places', {
          query: { q: query },
          signal,
        });
        setSearch({ places, state: 'done' });
      } catch (error) {
        if (!superseded.signal.aborted && !isAbort(error))
          setSearch({ places: [], state: 'failed' });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      superseded.abort();
    };
  }, [query]);
  return search;
}
