import { useState } from 'react';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Sample, Samples } from '../sample.tsx';

const baseLayers = [
  { id: 'satellite', label: 'Satellite', description: 'Pictures from above' },
  { id: 'outdoors', label: 'Outdoors', description: 'Relief, water, roads' },
  { id: 'historic', label: 'Historic', description: 'Not offered here', isDisabled: true },
] as const;

const answers = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const;

/** The style guide's section 'radio'. */
export function RadioSection() {
  const [baseLayer, setBaseLayer] = useState<'satellite' | 'outdoors' | 'historic'>('outdoors');
  const [answer, setAnswer] = useState<'yes' | 'no'>('yes');
  const [missing, setMissing] = useState<'yes' | 'no' | null>(null);
  return (
    <Samples>
      <Sample title="Group">
        <RadioGroup
          label="Base map"
          options={baseLayers}
          value={baseLayer}
          onChange={setBaseLayer}
        />
      </Sample>
      <Sample title="In a row">
        <RadioGroup
          label="Email notifications"
          options={answers}
          value={answer}
          onChange={setAnswer}
          orientation="horizontal"
        />
      </Sample>
      <Sample title="With an error">
        <RadioGroup
          label="Is the area public?"
          options={answers}
          value={missing}
          onChange={setMissing}
          orientation="horizontal"
          error={missing === null ? 'This is required.' : undefined}
        />
      </Sample>
      <Sample title="Disabled">
        <RadioGroup
          label="Is the map shared?"
          options={answers}
          value="no"
          onChange={() => undefined}
          orientation="horizontal"
          isDisabled
        />
      </Sample>
    </Samples>
  );
}
