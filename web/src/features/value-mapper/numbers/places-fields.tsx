import { useQuery } from '@tanstack/react-query';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { zoneSetsQuery } from '../calls/zone-calls.ts';
import { hasAmount, hasSize, type PlacesForm } from '../state/best-places.ts';
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

/** Says in which unit a budget or target is typed. */
function amountLabel({ goal, value, from, column }: PlacesForm): string {
  if (goal === 'target') {
    return value === 'sum' ? 'Target in value × hectares' : 'Target as a sum of means';
  }
  const isArea = from === 'hexagons' || column.trim() === '';
  return isArea ? 'Budget in hectares' : `Budget in the unit of ${column.trim()}`;
}

interface PlacesFieldsProps {
  form: PlacesForm;
  onChange: (changes: Partial<PlacesForm>) => void;
}

/** The fields of a search for the best places. */
export function PlacesFields({ form, onChange }: PlacesFieldsProps) {
  const { projectId } = useWorkspace().store;
  const { data: sets = [] } = useQuery(zoneSetsQuery(projectId));
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
          error={hasSize(form) ? undefined : 'Please enter hectares, such as 100.'}
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
        onChange={(goal) => onChange({ goal, amount: '' })}
      />
      <Slider
        label={
          form.goal === 'budget' ? 'Budget, of the cost of all' : 'Target, of the value of all'
        }
        value={form.percent}
        minValue={1}
        maxValue={100}
        isDisabled={form.amount.trim() !== ''}
        format={percentText}
        onChange={(percent) => onChange({ percent })}
      />
      <TextField
        label={amountLabel(form)}
        description="A number here counts in place of the share."
        inputMode="decimal"
        value={form.amount}
        error={hasAmount(form) ? undefined : 'Please enter a number above 0, or nothing.'}
        onChange={(amount) => onChange({ amount })}
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
