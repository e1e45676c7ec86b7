import { formatDate } from '@refugia/contract/date-text.ts';
import type { Species } from '@refugia/contract/species.ts';
import { type SpeciesAreaType, speciesListingDate } from '@refugia/contract/species-kinds.ts';
import { speciesNamed, suggestSpecies } from '@refugia/contract/species-names.ts';
import { useMemo, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Autocomplete } from '../forms/autocomplete.tsx';
import type { Option } from '../forms/list-box.tsx';
import styles from './species-search.module.css';

interface SpeciesSearchProps {
  type: SpeciesAreaType;
  label: string;
  description: string;
  button: string;
  /** The species, or undefined until they have loaded. */
  species: readonly Species[] | undefined;
  isDisabled?: boolean;
  onPick: (scientificName: string) => void;
}

/**
 * Finds a species by any part of its common or scientific name. A completely typed name counts as
 * chosen. A second line distinguishes species with the same common name.
 */
export function SpeciesSearch(props: SpeciesSearchProps) {
  const { type, label, description, button, species, isDisabled = false, onPick } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const options = useMemo(() => optionsOf(species ?? [], type), [species, type]);
  const find = useMemo(() => findIn(species ?? [], type), [species, type]);
  const named = useMemo(
    () => (text: string) => speciesNamed(species ?? [], { text, type })?.scientific_name ?? null,
    [species, type],
  );
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null && !isDisabled) onPick(chosen);
      }}
    >
      <Autocomplete
        label={label}
        description={chosen ?? description}
        placeholder="Common or scientific name"
        options={options}
        find={find}
        nothingFound={nothingFound}
        named={named}
        value={chosen}
        onChange={setChosen}
        isLoading={species === undefined}
      />
      <Button type="submit" kind="secondary" isDisabled={chosen === null || isDisabled}>
        {button}
      </Button>
    </form>
  );
}

/** A species that was listed after the date of the list is missed for that reason. */
function nothingFound(text: string): string {
  return `No species of this list has “${text}” in its name. It holds those that were protected on ${formatDate(speciesListingDate)}.`;
}

function optionOf({ common_name, scientific_name }: Species): Option {
  return { id: scientific_name, label: common_name, description: scientific_name };
}

function optionsOf(species: readonly Species[], type: SpeciesAreaType): Option[] {
  return species.filter(({ searches }) => searches.includes(type)).map(optionOf);
}

function findIn(species: readonly Species[], type: SpeciesAreaType) {
  return (options: readonly Option[], text: string, limit: number) => {
    if (text.trim() === '') return { matches: options.slice(0, limit), count: options.length };
    const found = suggestSpecies(species, { text, type, limit: species.length });
    const byId = new Map(options.map((option) => [option.id, option]));
    const matches = found
      .slice(0, limit)
      .flatMap(({ scientific_name }) => byId.get(scientific_name) ?? []);
    return { matches, count: found.length };
  };
}
