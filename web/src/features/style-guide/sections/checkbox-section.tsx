import { useState } from 'react';
import { Checkbox, CheckboxGroup } from '../../../ui/forms/checkbox.tsx';
import { Sample, Samples } from '../sample.tsx';

const seasons = [
  { id: 'spring', label: 'Spring' },
  { id: 'summer', label: 'Summer' },
  { id: 'autumn', label: 'Autumn' },
] as const;

const surveys = [
  { id: 'surveys', label: 'Online surveys', description: 'A few minutes, now and then' },
  { id: 'interviews', label: 'Remote interviews', description: 'Half an hour by video' },
  { id: 'closed', label: 'Field days', description: 'None at the moment', isDisabled: true },
] as const;

/** The style guide's section 'checkbox'. */
export function CheckboxSection() {
  const [isSelected, setIsSelected] = useState(true);
  const [options, setOptions] = useState<('surveys' | 'interviews' | 'closed')[]>(['surveys']);
  const [chosen, setChosen] = useState<('spring' | 'summer' | 'autumn')[]>([]);
  return (
    <Samples>
      <Sample title="Alone">
        <Checkbox isSelected={isSelected} onChange={setIsSelected}>
          Send me news by email
        </Checkbox>
        <Checkbox isSelected onChange={setIsSelected} isDisabled>
          Disabled
        </Checkbox>
      </Sample>
      <Sample title="Group">
        <CheckboxGroup
          label="Ways to take part"
          options={surveys}
          value={options}
          onChange={setOptions}
        />
      </Sample>
      <Sample title="Group in a row, with an error">
        <CheckboxGroup
          label="Seasons"
          options={seasons}
          value={chosen}
          onChange={setChosen}
          orientation="horizontal"
          error={chosen.length === 0 ? 'Choose at least one season.' : undefined}
        />
      </Sample>
    </Samples>
  );
}
