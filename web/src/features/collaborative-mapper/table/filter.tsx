import {
  conditionFault,
  conditionsFor,
  type FilterCondition,
  type FilterOperator,
  filterOperators,
  valuesOf,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ListFilter, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { wordOfValue } from '../fields/field-values.ts';
import { ValueInput } from '../fields/inputs.tsx';
import { featuresText } from '../state/features.ts';
import type { Field } from '../state/layer-fields.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useFilteredCount, useMapFilter } from '../workspace/map-filter.ts';
import styles from './table.module.css';

/** The conditions of a layer. A press removes one. */
export function FilterChips({ layerId, fields }: { layerId: string; fields: readonly Field[] }) {
  const { filter, remove } = useMapFilter();
  const list = useRef<HTMLUListElement>(null);
  useLanding(list, firstEnabled);
  return (
    <ul className={styles.chips} ref={list} aria-label="Conditions">
      {conditionsFor(filter, layerId).map((condition) => {
        const words = conditionWords(condition, fields);
        return (
          <li key={words}>
            <PanelButton
              icon={X}
              aria-label={`Remove the condition: ${words}`}
              onPress={() => remove(condition)}
            >
              {words}
            </PanelButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The filter of the open map: for each layer with conditions, how many of its features are shown. */
export function FilterBar() {
  const { filter } = useMapFilter();
  const layers = useShownLayers();
  return [...new Set(filter.map(({ layerId }) => layerId))].map((id) => {
    const layer = layers.find((each) => each.id === id);
    if (!layer) return null;
    return (
      <PanelSection key={id}>
        <Text number={2} as="span">
          Filter of {layer.dataset}: <FilteredCount layer={layer} />
        </Text>
        <FilterChips layerId={id} fields={layer.fields} />
      </PanelSection>
    );
  });
}

function FilteredCount({ layer }: { layer: VectorLayer }) {
  const count = useFilteredCount(layer.id);
  return <span role="status">{countText(count, layer.feature_count)}</span>;
}

/** How many features are left by a filter, such as `12 of 340 features`. Null while a number is unknown. */
export function countText(count: number | null, total: number): string {
  if (count === null) return '';
  const all = featuresText(total);
  return count === total ? all : `${count.toLocaleString('en-US')} of ${all}`;
}

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

const operatorWords: Record<FilterOperator, string> = {
  is: 'is',
  'is not': 'is not',
  contains: 'contains',
  empty: 'is empty',
  'not empty': 'is not empty',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  between: 'is between',
};

const withoutSizes = ['is', 'is not', 'empty', 'not empty'] as const;
const withoutParts = filterOperators.filter((each) => each !== 'contains');

/** The operators that a field of a type is offered with. A text may hold numbers or dates. */
function operatorsFor(field: Field | undefined): readonly FilterOperator[] {
  if (!field) return ['contains'];
  switch (field.type) {
    case 'text':
      return filterOperators;
    case 'number':
    case 'date':
      return withoutParts;
    case 'boolean':
    case 'choice':
      return withoutSizes;
  }
}

/** A condition in words, such as `depth is between 2 and 5`. */
function conditionWords(
  { field, operator, values }: FilterCondition,
  fields: readonly Field[],
): string {
  const known = fields.find(({ key }) => key === field);
  const words = values.map((value) => wordOfValue(known, value));
  return [known?.name ?? field ?? 'any field', operatorWords[operator], words.join(' and ')]
    .filter(Boolean)
    .join(' ');
}
