import type { Species } from '@refugia/contract/species.ts';
import { suggestSpecies } from '@refugia/contract/species-names.ts';
import { useEffect, useState } from 'react';
import { fetchSpeciesList } from '../../lib/species-list.ts';

/** Species among places: few, and not for the first letters, with which too many names begin. */
const mostSpecies = 3;
const fewestLetters = 3;

/**
 * Listed species with a known range whose common or scientific name has the text. The list is
 * fetched when it is first needed; without it the search finds places alone.
 */
export function useSpeciesFindings(text: string, isWanted: boolean): readonly Species[] {
  const [list, setList] = useState<readonly Species[]>([]);
  const isAsked = isWanted && text.length >= fewestLetters;
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
