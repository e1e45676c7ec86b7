import type { Place } from '@refugia/contract/basemap.ts';
import type { Species } from '@refugia/contract/species.ts';
import { suggestSpecies } from '@refugia/contract/species-names.ts';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/api-errors.ts';
import { callApi } from '../../lib/session.ts';
import { siteSettings } from '../../lib/site-settings.ts';
import { fetchSpeciesList } from '../../lib/species-list.ts';
import { bestPlace, type PlaceAnswer, type PlaceSources, searchPlaces } from './place-search.ts';

/** The pauses in typing after which the list is asked, and after which the geocoder is asked. */
const listPauseMilliseconds = 120;
const geocoderPauseMilliseconds = 400;

export const placeSources: PlaceSources = {
  list: (q, signal) => callApi<Place[]>('/api/basemap/places', { query: { q }, signal }),
  geocoder:
    siteSettings.geocoder === 'off'
      ? null
      : (q, signal) => callApi<Place[]>('/api/geocoder/places', { query: { q }, signal }),
  isAskedAsTyped: siteSettings.geocoder === 'as typed',
};

interface PlaceSearch {
  /** The last answer. It belongs to an earlier query while the current one is being asked. */
  answer: PlaceAnswer | null;
  /** `failed` means that the server gave no answer. */
  state: 'idle' | 'searching' | 'done' | 'failed';
}

const nothing: PlaceSearch = { answer: null, state: 'idle' };

/** Searches for places while the query is typed. Earlier results stay until the next ones arrive. */
export function usePlaceSearch(query: string): PlaceSearch {
  const [search, setSearch] = useState(nothing);
  useEffect(() => {
    if (query === '') {
      setSearch(nothing);
      return;
    }
    const superseded = new AbortController();
    const { signal } = superseded;
    const ask = async () => {
      try {
        await pause(listPauseMilliseconds, signal);
        setSearch(({ answer }) => ({ answer, state: 'searching' }));
        await searchPlaces(query, placeSources, {
          signal,
          pause: () => pause(geocoderPauseMilliseconds, signal),
          onAnswer: (answer) => setSearch({ answer, state: 'searching' }),
        });
        setSearch(({ answer }) => ({ answer, state: 'done' }));
      } catch (error) {
        if (!signal.aborted && !isAbort(error)) setSearch({ answer: null, state: 'failed' });
      }
    };
    void ask();
    return () => superseded.abort();
  }, [query]);
  return search;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

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

/** Species among places: few, and not for the first letters, with which too many names begin. */
const mostSpecies = 3;
const fewestSpeciesLetters = 3;

/**
 * Listed species with a known range whose common or scientific name has the text. The list is
 * fetched when it is first needed; without it the search finds places alone.
 */
export function useSpeciesFindings(text: string, isWanted: boolean): readonly Species[] {
  const [list, setList] = useState<readonly Species[]>([]);
  const isAsked = isWanted && text.length >= fewestSpeciesLetters;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    fetchSpeciesList().then(
      (species) => isCurrent && setList(species),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isAsked]);
  return isAsked ? suggestSpecies(list, { text, type: 'species_range', limit: mostSpecies }) : [];
}
