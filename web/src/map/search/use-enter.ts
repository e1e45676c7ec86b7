import type { Place } from '@refugia/contract/basemap.ts';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/api-errors.ts';
import { bestPlace, type PlaceAnswer } from './place-search.ts';
import { placeSources } from './use-place-search.ts';

/** The outcome of pressing Enter, if that has not led to a place. */
export type EnterOutcome = 'searching' | 'nothing' | 'failed';

/**
 * Makes Enter lead to the best place for the text in the search field. It waits for places that are
 * still loading.
 * @param answer the results so far, perhaps for an earlier query
 */
export function useEnter(
  query: string,
  answer: PlaceAnswer | null,
  onFound: (place: Place) => void,
) {
  const [last, setLast] = useState<{ query: string; outcome: EnterOutcome } | null>(null);
  const search = useRef(new AbortController());
  useEffect(() => () => search.current.abort(), []);

  async function press(): Promise<void> {
    search.current.abort();
    if (query === '') return;
    search.current = new AbortController();
    const { signal } = search.current;
    setLast({ query, outcome: 'searching' });
    try {
      const place = await bestPlace(query, answer, placeSources, signal);
      if (signal.aborted) return;
      setLast(place ? null : { query, outcome: 'nothing' });
      if (place) onFound(place);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) setLast({ query, outcome: 'failed' });
    }
  }
  return {
    /** Null if Enter was not pressed for this query. */
    outcome: last?.query === query ? last.outcome : null,
    press,
    /** Called when the person continues typing or chooses another place. */
    giveUp: () => search.current.abort(),
  };
}
