import { useQuery } from '@tanstack/react-query';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { fetchZoneSets, zonesKey } from '../calls/zone-calls.ts';
import type { PlacesForm } from '../state/best-places.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';

const valueRules = [
  { id: 'sum', label: 'Sum of the values over its hectares' },
  { id: 'mean', label: 'Mean of the values' },
] as const;

const goals = [
  { id: 'budget', label: 'Most value for a budget' },
  { id: 'target', label: 'Least cost for a share of the value' },
] as const;

const percentText = (percent: number) => `${percent} %`;

interface PlacesFieldsProps {
  form: PlacesForm;
  /** Whether the size of hexagons is a number. */
  hasSize: boolean;
  onChange: (changes: Partial<PlacesForm>) => void;
}

/** The fields of a search for the best places. */
export function PlacesFields({ form, hasSize, onChange }: PlacesFieldsProps) {
  const { projectId } = useWorkspace().store;
  const { data: sets = [] } = useQuery({
    queryKey: zonesKey(projectId),
    queryFn: ({ signal }) => fetchZoneSets(projectId, signal),
  });
  const zones = sets.map(({ id, name }) => ({ id: String(id), label: name }));
  const isHexagons = form.from === 'hexagons';
  return (
    <>
      <Select
        label="Choose from"
        options={[{ id: 'hexagons', label: 'Hexagons' }, ...zones]}
        value={form.from}
        onChange={(from) => onChange({ from })}
      />
      {isHexagons ? (
        <TextField
          label="Hectares of a hexagon"
          inputMode="decimal"
          value={form.hectares}
          error={hasSize ? undefined : 'Please enter hectares, such as 100.'}
          onChange={(hectares) => onChange({ hectares })}
        />
      ) : (
        <TextField
          label="Column with costs"
          description="Leave this empty to count hectares."
          value={form.column}
          onChange={(column) => onChange({ column })}
        />
      )}
      <Select
        label="Value of a unit"
        options={valueRules}
        value={form.value}
        onChange={(value) => onChange({ value })}
      />
      <Select
        label="Goal"
        options={goals}
        value={form.goal}
        onChange={(goal) => onChange({ goal })}
      />
      <Slider
        label={
          form.goal === 'budget' ? 'Budget, of the cost of all' : 'Target, of the value of all'
        }
        value={form.percent}
        minValue={1}
        maxValue={100}
        format={percentText}
        onChange={(percent) => onChange({ percent })}
      />
      <Slider
        label="Compactness"
        value={form.compactnessPercent}
        maxValue={100}
        step={5}
        format={percentText}
        onChange={(compactnessPercent) => onChange({ compactnessPercent })}
      />
    </>
  );
}
