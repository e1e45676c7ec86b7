import {
  conditionFault,
  type FilterOperator,
  valuesOf,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { ValueInput } from '../fields/value-input.tsx';
import type { Field } from '../state/layer-fields.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { operatorsFor, operatorWords } from './conditions.ts';

interface FilterEditorProps {
  layerId: string;
  fields: readonly Field[];
}

/** A button that opens the form for a condition, which filters the layer on map, table and legend. */
export function FilterEditor(props: FilterEditorProps) {
  return (
    <Popover
      title="Show only features where"
      trigger={<PanelButton icon={ListFilter}>Filter</PanelButton>}
    >
      <ConditionForm {...props} />
    </Popover>
  );
}

/** The option for any field. It is longer than any key. */
const anyField = 'any'.padEnd(limits.collaborativeMapper.attributeNameMaxLength + 1);
const { maxFilterConditions } = limits.collaborativeMapper;

function ConditionForm({ layerId, fields }: FilterEditorProps) {
  const { filter, add } = useMapFilter();
  const [key, setKey] = useState(anyField);
  const [wanted, setOperator] = useState<FilterOperator>('contains');
  const [typed, setTyped] = useState(['', '']);
  const [fault, setFault] = useState<string | null>(null);
  const field = fields.find((each) => each.key === key);
  const operators = operatorsFor(field);
  const operator = operators.includes(wanted) ? wanted : operators[0];
  const count = valuesOf(operator);
  const isFull = filter.length >= maxFilterConditions;
  const change = (place: number, text: string) => {
    setTyped(typed.with(place, text));
    setFault(null);
  };
  const submit = () => {
    const values = typed.slice(0, count).map((each) => each.trim());
    const condition = { layerId, field: field?.key ?? null, operator, values };
    const found = conditionFault(condition);
    setFault(found);
    if (found !== null) return;
    add(condition);
    setTyped(['', '']);
  };
  return (
    <Form onSubmit={submit}>
      <Select
        label="Field"
        options={[
          { id: anyField, label: 'Any field' },
          ...fields.map((each) => ({ id: each.key, label: each.name })),
        ]}
        value={key}
        onChange={setKey}
      />
      <Select
        label="Condition"
        options={operators.map((id) => ({ id, label: operatorWords[id] }))}
        value={operator}
        onChange={setOperator}
      />
      {['Value', 'and'].slice(0, count).map((label, place) => (
        <ValueInput
          key={label}
          label={label}
          field={field}
          value={typed[place]}
          autoFocus={place === 0 && field === undefined}
          maxLength={limits.collaborativeMapper.filterValueMaxLength}
          error={place === count - 1 ? (fault ?? undefined) : undefined}
          onChange={(text) => change(place, text)}
        />
      ))}
      <FormActions>
        <PanelButton kind="primary" type="submit" isDisabled={isFull}>
          {isFull ? `No more than ${maxFilterConditions}` : 'Add condition'}
        </PanelButton>
      </FormActions>
    </Form>
  );
}
