import type { Place } from '@refugia/contract/basemap.ts';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/api-errors.ts';
import { bestPlace, type PlaceAnswer } from './place-search.ts';
import { placeSources } from './use-place-search.ts';

/** What came of pressing Enter, where that has not led to a place. */
export type EnterOutcome = 'searching' | 'nothing' | 'failed';

/**
 * Enter in the search leads to the best place for what stands in the field, once that is known:
 * places that are still coming are waited for.
 * @param answer what was found so far, perhaps for an earlier query
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
    /** Null while Enter was not pressed for this query. */
    outcome: last?.query === query ? last.outcome : null,
    press,
    /** The person types on, or chooses another place. */
    giveUp: () => search.current.abort(),
  };
}
