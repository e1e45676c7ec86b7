import type { Species, SpeciesAreaType } from '@refugia/contract/species.ts';
import { suggestSpecies } from '@refugia/contract/species-names.ts';
import { useMemo, useState } from 'react';
import { Autocomplete } from '../../../ui/autocomplete.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Option } from '../../../ui/list-box.tsx';
import type { SpeciesPick } from '../state/patrol-state.ts';
import styles from './add-area-modal.module.css';

interface SpeciesSearchProps {
  type: SpeciesAreaType;
  label: string;
  description: string;
  button: string;
  /** Undefined until they have come. */
  species: readonly Species[] | undefined;
  onPick: (pick: SpeciesPick) => void;
}

/**
 * Finds a species by the beginning of its common or scientific name. Common names that several
 * species have are told apart by the second line.
 */
export function SpeciesSearch(props: SpeciesSearchProps) {
  const { type, label, description, button, species, onPick } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const options = useMemo(() => optionsOf(species ?? [], type), [species, type]);
  const find = useMemo(() => findIn(species ?? [], type), [species, type]);
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onPick({ type, scientificName: chosen });
      }}
    >
      <Autocomplete
        label={label}
        description={chosen ?? description}
        placeholder="Common or scientific name"
        options={options}
        find={find}
        value={chosen}
        onChange={setChosen}
        isLoading={species === undefined}
      />
      <Button type="submit" kind="secondary" isDisabled={chosen === null}>
        {button}
      </Button>
    </form>
  );
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
    const wanted = new Set(found.slice(0, limit).map(({ scientific_name }) => scientific_name));
    return { matches: options.filter(({ id }) => wanted.has(id)), count: found.length };
  };
}
