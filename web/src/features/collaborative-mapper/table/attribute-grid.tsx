import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FieldValue } from '@refugia/contract/collaborative-mapper/fields.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../../ui/style/class-names.ts';
import { orderBy, type RowQuestion } from '../calls/features.ts';
import { FieldHead, type LayerFields } from './columns.tsx';
import { type GridCell, headRow, moveInGrid } from './grid-move.ts';
import { type CellEdit, GridRow } from './grid-row.tsx';
import type { RowChoice } from './rows.ts';
import styles from './table.module.css';

interface AttributeGridProps {
  label: string;
  fields: LayerFields;
  rowCount: number;
  /** Whether the rows in view are about to be replaced. */
  isBusy: boolean;
  /** With the unsaved edits of its cells. Null while the feature is loading. */
  featureAt: (row: number) => MapFeature | null;
  onRowsInView: (first: number, last: number) => void;
  /** Undefined for people who may not change the table. */
  onEdit: ((feature: MapFeature, key: string, value: FieldValue) => void) | undefined;
  onShow: (feature: MapFeature) => void;
  sort: RowQuestion['sort'];
  onSort: (key: string) => void;
  /** Undefined for people who may not change the table. */
  choice: RowChoice | undefined;
}

/** The height of a row in pixels, which the style sheet repeats. */
const rowPixels = 32;

function useGridCursor(props: AttributeGridProps) {
  const { fields, rowCount, featureAt, onRowsInView, onEdit, onShow, onSort, choice } = props;
  const columns = fields.shown;
  const frame = useRef<HTMLTableElement>(null);
  const [current, setActive] = useState<GridCell>({ row: 0, column: 0 });
  // A filter may have reduced the number of rows.
  const last = Math.max(0, rowCount - 1);
  const active = { ...current, row: Math.min(current.row, last) };
  const [isEditing, setIsEditing] = useState(false);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPixels,
    overscan: 10,
    onChange: ({ range }) => {
      if (range !== null) onRowsInView(range.startIndex, range.endIndex);
    },
  });

  function goTo(cell: GridCell): void {
    setActive(cell);
    setIsEditing(false);
    if (cell.row !== headRow) virtualizer.scrollToIndex(cell.row);
    const heads = frame.current?.tHead?.rows[0]?.cells;
    heads?.[cell.column]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function begin({ row, column }: GridCell): void {
    setActive({ row, column });
    if (row === headRow) {
      if (column > 0) onSort(columns[column - 1].key);
      return;
    }
    const feature = featureAt(row);
    if (feature === null) return;
    if (column === 0) onShow(feature);
    else setIsEditing(onEdit !== undefined);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== frame.current || rowCount === 0) return;
    const isSorting = active.row === headRow && event.key === ' ';
    if (event.key === 'Enter' || event.key === 'F2' || isSorting) {
      event.preventDefault();
      begin(active);
      return;
    }
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
    if (choice && (event.key === ' ' || isAll)) {
      event.preventDefault();
      if (isAll) choice.chooseAll();
      else choice.toggle(active.row);
      return;
    }
    const rowsInView = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowPixels) - 2);
    const size = { rows: rowCount, columns: columns.length + 1, rowsInView };
    const next = moveInGrid(active, event.key, event.ctrlKey || event.metaKey, size);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey && next.row !== headRow && next.row !== active.row) {
      choice?.extendTo(next.row);
    }
    goTo(next);
  }

  function press(cell: GridCell): void {
    setIsEditing(false);
    setActive(cell);
  }

  function finish(edit: CellEdit | null): void {
    setIsEditing(false);
    frame.current?.focus({ preventScroll: true });
    if (edit) onEdit?.(edit.feature, edit.key, edit.value);
  }

  return { frame, virtualizer, active, isEditing, press, begin, finish, handleKey };
}

/**
 * Features as rows and their attributes as columns. Only rows in view are drawn. Enter edits a
 * cell, shows the row's feature on the map, or sorts by the column whose head is current.
 */
export function AttributeGrid(props: AttributeGridProps) {
  const { label, fields, rowCount, featureAt, onEdit, choice } = props;
  const columns = fields.shown;
  const id = useId();
  const { frame, virtualizer, active, isEditing, press, begin, finish, handleKey } =
    useGridCursor(props);
  const activeId = `${id}-${active.row}-${active.column}`;

  return (
    <table
      ref={frame}
      className={styles.grid}
      style={{ '--columns': columns.length }}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table that ARIA calls a grid
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={rowCount > 0 ? activeId : undefined}
      aria-busy={props.isBusy}
      aria-readonly={onEdit === undefined}
      aria-multiselectable={choice !== undefined}
      tabIndex={0}
      onKeyDown={handleKey}
    >
      <GridHead {...props} id={id} activeId={activeId} />
      <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <GridRow
            key={index}
            id={`${id}-${index}`}
            row={index}
            offsetPixels={start}
            columns={columns}
            feature={featureAt(index)}
            activeColumn={active.row === index ? active.column : null}
            isEditing={isEditing}
            choice={choice}
            onPress={(column) => press({ row: index, column })}
            onBegin={(column) => begin({ row: index, column })}
            onDone={finish}
          />
        ))}
      </tbody>
    </table>
  );
}

interface GridHeadProps extends Pick<AttributeGridProps, 'fields' | 'sort' | 'onSort'> {
  /** The beginning of the cells' ids. */
  id: string;
  activeId: string;
}

function GridHead({ id, activeId, fields, sort, onSort }: GridHeadProps) {
  const cell = (column: number) => {
    const cellId = `${id}-${headRow}-${column}`;
    return {
      id: cellId,
      className: classNames(styles.headCell, activeId === cellId && styles.active),
      scope: 'col',
    };
  };
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        <th {...cell(0)}>#</th>
        {fields.shown.map((field, index) => {
          const order = orderBy(sort, field.key);
          return (
            <th key={field.key} {...cell(index + 1)} aria-sort={order ?? 'none'}>
              <FieldHead
                field={field}
                order={order}
                onSort={() => onSort(field.key)}
                onChange={(change) => fields.change(field.key, change)}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
