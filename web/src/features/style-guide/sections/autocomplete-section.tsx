import { useState } from 'react';
import { Autocomplete } from '../../../ui/forms/autocomplete.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';
import { useSpeciesNames } from '../use-species-names.ts';

const plots = Array.from({ length: 20_000 }, (_, index) => {
  const code = String(index + 1).padStart(5, '0');
  return { id: code, label: `Plot ${code}` };
});

/** The style guide's section 'autocomplete'. */
export function AutocompleteSection() {
  const species = useSpeciesNames();
  const [name, setName] = useState<string | null>(null);
  const [plot, setPlot] = useState<string | null>('00042');
  return (
    <Samples>
      <Sample title="Endangered species" note="The list comes when the field is first entered.">
        <Autocomplete
          label="Scientific name"
          options={species.options}
          value={name}
          onChange={setName}
          onFocus={species.load}
          isLoading={species.isLoading}
          error={species.error}
          placeholder="Canis …"
        />
        <Text number={3} tone="faint">
          {name === null ? 'None chosen.' : `Chosen: ${name}.`} Names from the U.S. Fish and
          Wildlife Service, ECOS.
        </Text>
      </Sample>
      <Sample title="Twenty thousand entries" note="Chosen from the start.">
        <Autocomplete
          label="Plot"
          options={plots}
          value={plot}
          onChange={setPlot}
          description="The beginning of the name, in any case."
        />
      </Sample>
      <Sample title="With an error">
        <Autocomplete
          label="Plot of origin"
          options={plots}
          value={null}
          onChange={setPlot}
          error="This is required."
        />
      </Sample>
      <Sample title="Disabled">
        <Autocomplete
          label="Plot of return"
          options={plots}
          value="00042"
          onChange={setPlot}
          isDisabled
        />
      </Sample>
    </Samples>
  );
}
