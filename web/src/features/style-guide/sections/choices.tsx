import { useState } from 'react';
import { FileUpload } from '../../../ui/files/file-upload.tsx';
import { Autocomplete } from '../../../ui/forms/autocomplete.tsx';
import { Checkbox, CheckboxGroup } from '../../../ui/forms/checkbox.tsx';
import type { Option } from '../../../ui/forms/list-box.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type GuideSection, Sample, Samples } from '../sample.tsx';

const plots = Array.from({ length: 20_000 }, (_, index) => {
  const code = String(index + 1).padStart(5, '0');
  return { id: code, label: `Plot ${code}` };
});

function AutocompleteSection() {
  const species = useSpeciesNames();
  const [name, setName] = useState<string | null>(null);
  const [plot, setPlot] = useState<string | null>('00042');
  const plotField = { options: plots, onChange: setPlot };
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
          {...plotField}
          label="Plot"
          value={plot}
          description="The beginning of the name, in any case."
        />
      </Sample>
      <Sample title="With an error">
        <Autocomplete
          {...plotField}
          label="Plot of origin"
          value={null}
          error="This is required."
        />
      </Sample>
      <Sample title="Disabled">
        <Autocomplete {...plotField} label="Plot of return" value="00042" isDisabled />
      </Sample>
    </Samples>
  );
}

const address = '/style-guide/endangered-species.json';

/** A long static list, which is fetched when it is needed. */
function useSpeciesNames() {
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

function CheckboxSection() {
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

const baseLayers = [
  { id: 'satellite', label: 'Satellite', description: 'Pictures from above' },
  { id: 'outdoors', label: 'Outdoors', description: 'Relief, water, roads' },
  { id: 'historic', label: 'Historic', description: 'Not offered here', isDisabled: true },
] as const;

const answer = {
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  orientation: 'horizontal',
} as const;

function RadioSection() {
  const [baseLayer, setBaseLayer] = useState<'satellite' | 'outdoors' | 'historic'>('outdoors');
  const [hasMail, setHasMail] = useState<'yes' | 'no'>('yes');
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
        <RadioGroup {...answer} label="Email notifications" value={hasMail} onChange={setHasMail} />
      </Sample>
      <Sample title="With an error">
        <RadioGroup
          {...answer}
          label="Is the area public?"
          value={missing}
          onChange={setMissing}
          error={missing === null ? 'This is required.' : undefined}
        />
      </Sample>
      <Sample title="Disabled">
        <RadioGroup
          {...answer}
          label="Is the map shared?"
          value="no"
          onChange={() => undefined}
          isDisabled
        />
      </Sample>
    </Samples>
  );
}

const subjects = [
  { id: 'reaching-out', label: 'Reaching out' },
  { id: 'feedback', label: 'Providing feedback' },
  { id: 'bug', label: 'Reporting a bug' },
  { id: 'other', label: 'Other' },
] as const;

const functions = [
  { id: 'lin', label: 'Linear', description: 'The same step everywhere' },
  { id: 'log', label: 'Logarithmic', description: 'Steep at first' },
  { id: 'exp', label: 'Exponential', description: 'Steep at the end' },
  { id: 'step', label: 'Step', description: 'Not for this layer', isDisabled: true },
] as const;

function SelectSection() {
  const [subject, setSubject] = useState<(typeof subjects)[number]['id']>('feedback');
  const subjectField = { options: subjects, onChange: setSubject };
  const [valuation, setValuation] = useState<(typeof functions)[number]['id'] | null>(null);
  return (
    <Samples>
      <Sample title="With a choice">
        <Select {...subjectField} label="Subject" value={subject} />
      </Sample>
      <Sample title="With descriptions, nothing chosen">
        <Select
          label="Valuation curve"
          options={functions}
          value={valuation}
          onChange={setValuation}
          description="How a pixel's number becomes a value."
        />
      </Sample>
      <Sample title="With an error">
        <Select {...subjectField} label="Topic" value={null} error="This is required." />
      </Sample>
      <Sample title="Disabled">
        <Select {...subjectField} label="Reason" value="other" isDisabled />
      </Sample>
    </Samples>
  );
}

function SliderSection() {
  const [opacity, setOpacity] = useState(7);
  const [amplitude, setAmplitude] = useState(0.5);
  return (
    <Samples>
      <Sample title="0 to 10">
        <Slider label="Before-Image" value={opacity} onChange={setOpacity} />
      </Sample>
      <Sample title="Ends, step and format of its own">
        <Slider
          label="Amplitude"
          value={amplitude}
          onChange={setAmplitude}
          minValue={-2}
          maxValue={2}
          step={0.1}
          format={(value) => value.toFixed(1)}
        />
      </Sample>
      <Sample title="Disabled">
        <Slider label="Curvature" value={0} onChange={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}

const stepMilliseconds = 40;

/** Counts up as a slow connection would, without sending anything. */
async function pretendUpload(
  _form: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  for (let percent = 0; percent <= 100 && !signal.aborted; percent += 2) {
    onProgress(percent / 100);
    await new Promise((resolve) => setTimeout(resolve, stepMilliseconds));
  }
}

const raster = { type: 'raster', onUpload: pretendUpload } as const;

function FileUploadSection() {
  return (
    <Samples>
      <Sample title="Vector" note="Counts to 99%, then takes another file. Nothing is sent here.">
        <FileUpload
          label="Vector file"
          type="vector"
          onUpload={pretendUpload}
          onContinue={() => showToast('success', 'File uploaded.')}
        />
      </Sample>
      <Sample title="Raster" note="One file, then it is done. Nothing is sent here.">
        <FileUpload {...raster} label="Raster file" />
      </Sample>
      <Sample title="With a limit of its own">
        <FileUpload {...raster} label="Large raster file" maxBytes={1_000_000_000} />
      </Sample>
    </Samples>
  );
}

export const choiceSections: readonly GuideSection[] = [
  { id: 'autocomplete', title: 'Autocomplete', Component: AutocompleteSection },
  { id: 'checkbox', title: 'Checkbox', Component: CheckboxSection },
  { id: 'radio-button', title: 'Radio button', Component: RadioSection },
  { id: 'select', title: 'Select', Component: SelectSection },
  { id: 'slider', title: 'Slider', Component: SliderSection },
  { id: 'file-upload', title: 'File upload', Component: FileUploadSection },
];
