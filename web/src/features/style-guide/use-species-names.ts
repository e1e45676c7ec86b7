import { useState } from 'react';
import type { Option } from '../../ui/forms/list-box.tsx';

const address = '/style-guide/endangered-species.json';

/**
 * The species names of the autocomplete's sample: a long static list, which is fetched when it is
 * needed.
 */
export function useSpeciesNames() {
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<string>();

  async function load(): Promise<void> {
    if (options.length > 0 || isLoading) return;
    setIsLoading(true);
    setError(undefined);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      const { scientificNames }: { scientificNames: string[] } = await response.json();
      setOptions(scientificNames.map((name) => ({ id: name, label: name })));
    } catch {
      setError('The list of species could not be loaded. Leave the field and enter it again.');
    } finally {
      setIsLoading(false);
    }
  }

  return { options, isLoading, error, load: () => void load() };
}
