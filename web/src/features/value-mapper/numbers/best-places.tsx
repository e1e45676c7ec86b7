import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { Selection } from '@refugia/contract/value-mapper/selections.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../lib/use-call.ts';
import { Button, TextButton } from '../../../ui/actions/button.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault, Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { refusalOf, showFailure } from '../calls/failure.ts';
import { beginSelection, deleteSelection, latestSelectionQuery } from '../calls/selection-calls.ts';
import { gapWords, type Marks, type PlacesForm, questionOf } from '../state/best-places.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './numbers.module.css';
import { PlacesFields } from './places-fields.tsx';
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
