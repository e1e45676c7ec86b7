import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { Selection } from '@refugia/contract/value-mapper/selections.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../lib/use-call.ts';
import { Button, TextButton } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault, Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { refusalOf, showFailure } from '../calls/failure.ts';
import { beginSelection, deleteSelection, latestSelectionQuery } from '../calls/selection-calls.ts';
import { zoneSetsQuery } from '../calls/zone-calls.ts';
import {
  gapWords,
  hasAmount,
  hasSize,
  type Marks,
  type PlacesForm,
  questionOf,
} from '../state/best-places.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './numbers.module.css';
import { PlacesResult } from './places-result.tsx';

const pollMilliseconds = 1_000;

const firstForm: PlacesForm = {
  from: 'hexagons',
  hectares: '',
  value: 'sum',
  column: '',
  goal: 'budget',
  percent: 30,
  amount: '',
  compactnessPercent: 0,
};

interface BestPlacesProps {
  /** The values, as calls name them. */
  source: string;
  /** The ground that has values. */
  hectares: number;
}

/** Finds the units that hold the most value for a budget, or reach a target at the least cost. */
export function BestPlaces({ source, hectares }: BestPlacesProps) {
  const { store } = useWorkspace();
  const queries = useQueryClient();
  const latest = latestSelectionQuery(store.projectId);
  const { data: search } = useQuery({
    ...latest,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMilliseconds : false),
  });
  // About 400 hexagons at first, which are searched in seconds.
  const [form, setForm] = useState({ ...firstForm, hectares: roundSize(hectares / 400) });
  const [marks, setMarks] = useState<Marks>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  const { isPending, run } = useCall((error) => setFault(refusalOf(error)));
  const question = questionOf(form, source, marks);
  const find = () =>
    run(async () => {
      setFault(null);
      if (question === null) return;
      const begun = await beginSelection(store.projectId, question);
      queries.setQueryData(latest.queryKey, begun);
      if (search) await deleteSelection(search.id);
    });
  const isBusy = isUnderWay(search);
  return (
    <section className={styles.zones} aria-label="Best places">
      <SmallHeading level={4}>Best places under a budget</SmallHeading>
      <PlacesFields
        form={form}
        onChange={(changes) => {
          // Numbers of other units mean other ground.
          if ((changes.from ?? changes.hectares) !== undefined) setMarks(new Map());
          setForm({ ...form, ...changes });
        }}
      />
      <Fault>{fault}</Fault>
      {!isBusy && (
        <div className={utilities.cluster}>
          <Button isDisabled={question === null} isPending={isPending} onPress={find}>
            Find
          </Button>
        </div>
      )}
      {search && isBusy && (
        <UnderWay
          search={search}
          onCancel={() =>
            void deleteSelection(search.id).then(
              () => queries.setQueryData(latest.queryKey, null),
              (error) => showFailure(labels.deleteSelection, error),
            )
          }
        />
      )}
      {search?.processing.state === 'failed' && (
        <Notice type="error">{search.processing.reason}</Notice>
      )}
      {search?.result && (
        <PlacesResult key={search.id} search={search} marks={marks} onMarks={setMarks} />
      )}
    </section>
  );
}

const isUnderWay = (search: Selection | null | undefined): boolean =>
  search?.processing.state === 'waiting' || search?.processing.state === 'running';

/** A size with one digit. */
const roundSize = (hectares: number): string =>
  String(Number(Math.max(0.01, hectares).toPrecision(1)));

function UnderWay({ search, onCancel }: { search: Selection; onCancel: () => void }) {
  const { progress, processing, question } = search;
  const words =
    processing.step === 'measure' || progress === null
      ? 'Measuring the units …'
      : `${Math.round(progress.seconds)} of at most ${question.seconds} s: ${progress.chosen_count.toLocaleString('en-US')} units, ${gapWords(progress.gap)} …`;
  return (
    <div className={styles.waiting}>
      <Spinner size="sm" label="Finding the best places" />
      <SideNote>{words}</SideNote>
      <TextButton onPress={onCancel}>Cancel</TextButton>
    </div>
  );
}

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

function PlacesFields({ form, onChange }: PlacesFieldsProps) {
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
