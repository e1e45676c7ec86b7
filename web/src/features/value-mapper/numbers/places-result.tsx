import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { Selection, SelectionUnits } from '@refugia/contract/value-mapper/selections.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { significantText } from '../../../ui/data/number-text.ts';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { refusalOf } from '../calls/failure.ts';
import { fetchSelectionFile, fetchSelectionUnits } from '../calls/selection-calls.ts';
import { type Marks, pressed, resultWords } from '../state/best-places.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './numbers.module.css';
import { TableDownloads } from './table-downloads.tsx';

type Unit = SelectionUnits['features'][number]['properties'] & { readonly id: number };

interface PlacesResultProps {
  search: Selection;
  marks: Marks;
  onMarks: (marks: Marks) => void;
}

/** What was found: a sentence, the units on the map and in a table, and files. */
export function PlacesResult({ search, marks, onMarks }: PlacesResultProps) {
  const { zones } = useWorkspace();
  const { id, result, question } = search;
  const [isMarking, setIsMarking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['value-mapper', 'selection-units', id],
    queryFn: ({ signal }) => fetchSelectionUnits(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!data) return;
    const onPress = isMarking ? (number: number) => onMarks(pressed(marks, number)) : null;
    zones.change({ units: { features: data.features, marks, onPress } });
  }, [zones, data, marks, onMarks, isMarking]);
  useEffect(() => () => zones.change({ units: null }), [zones]);
  if (result === null) return null;
  return (
    <>
      <p role="status">
        <AreaSize hectares={result.hectares} /> {resultWords(result, question.cost === 'area')}.
      </p>
      <SideNote>
        {question.boundary_penalty > 0 &&
          'The best possible counts value and compactness together. '}
        Keep units in or leave them out by their buttons, or on the map, and find again.
      </SideNote>
      <Checkbox isSelected={isMarking} onChange={setIsMarking}>
        Mark units by pressing them on the map
      </Checkbox>
      {error && <RetryNotice onRetry={() => void refetch()}>{refusalOf(error)}</RetryNotice>}
      {data && (
        <UnitTable
          features={data.features}
          marks={marks}
          onPress={(number) => onMarks(pressed(marks, number))}
        />
      )}
      <TableDownloads
        of="units"
        fileName="best-places"
        label={labels.getSelections}
        fetchFile={(format) => fetchSelectionFile(id, format)}
      />
    </>
  );
}

const markWords = { in: 'In', out: 'Out' } as const;

function UnitTable({
  features,
  marks,
  onPress,
}: {
  features: SelectionUnits['features'];
  marks: Marks;
  onPress: (number: number) => void;
}) {
  const rows = useMemo(
    () =>
      features
        .map(({ properties }): Unit => ({ ...properties, id: properties.number }))
        .sort((one, other) => Number(other.chosen) - Number(one.chosen) || other.value - one.value),
    [features],
  );
  const columns: TableColumn<Unit>[] = [
    { id: 'name', name: 'Unit', isRowHeader: true, render: ({ name }) => name },
    { id: 'chosen', name: 'Chosen', render: ({ chosen }) => (chosen ? 'Yes' : 'No') },
    {
      id: 'mark',
      name: 'Keep',
      render: (unit) => {
        const mark = marks.get(unit.number);
        const word = mark === undefined ? 'Free' : markWords[mark];
        return (
          <TextButton aria-label={`${unit.name}: ${word}`} onPress={() => onPress(unit.number)}>
            {word}
          </TextButton>
        );
      },
    },
    numberColumn('value', 'Value', { read: (unit) => unit.value, render: significantText }),
    numberColumn('cost', 'Cost', { read: (unit) => unit.cost, render: significantText }),
  ];
  return (
    <div className={styles.table}>
      <Table label="Units" columns={columns} rows={rows} pageSize={10} />
    </div>
  );
}
