import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  Column as AriaColumn,
  Table as AriaTable,
  TableHeader as AriaTableHeader,
  Cell,
  Row,
  type SortDescriptor,
  TableBody,
} from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import { Pagination } from './pagination.tsx';
import styles from './table.module.css';

export interface TableColumn<Entry> {
  id: string;
  name: string;
  render: (entry: Entry) => ReactNode;
  /** Whether the column names the row to screen readers, as one column of a table does. */
  isRowHeader?: boolean;
  /** `end` for numbers. Default `start`. */
  align?: 'start' | 'end';
  /** If given, the column's header sorts the rows. A negative result puts `one` first. */
  compare?: (one: Entry, other: Entry) => number;
  /** Whether its header requests an order that the caller produces. */
  sorts?: boolean;
}

interface NumberCells<Entry> {
  read: (entry: Entry) => number | null;
  render: (value: number) => ReactNode;
}

/** A column of numbers. Larger ones are first when sorted downwards, and missing ones, a dash, last. */
export function numberColumn<Entry>(
  id: string,
  name: string,
  { read, render }: NumberCells<Entry>,
): TableColumn<Entry> {
  const order = (entry: Entry) => read(entry) ?? Number.NEGATIVE_INFINITY;
  return {
    id,
    name,
    align: 'end',
    render: (entry) => {
      const value = read(entry);
      return value === null ? '–' : render(value);
    },
    compare: (one, other) => order(one) - order(other),
  };
}

interface TableProps<Entry extends { id: string | number }> {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly TableColumn<Entry>[];
  rows: readonly Entry[];
  /** Returns the address to which a press on a row leads. */
  rowHref?: (entry: Entry) => string;
  /** The number of rows on a page. Further rows are on further pages. */
  pageSize?: number;
  empty?: ReactNode;
  /** The order in which the caller has sorted, and what a header with `sorts` requests. */
  order?: SortDescriptor;
  onOrderChange?: (order: SortDescriptor) => void;
}

/**
 * A table with sorting and pages. Arrow keys move through it. On a narrow screen each row becomes a
 * block with the columns' names.
 */
export function Table<Entry extends { id: string | number }>({
  label,
  columns,
  rows,
  rowHref,
  pageSize = Number.POSITIVE_INFINITY,
  empty,
  order: givenOrder,
  onOrderChange,
}: TableProps<Entry>) {
  const [ownOrder, setOwnOrder] = useState<SortDescriptor>();
  const order = givenOrder ?? ownOrder;
  const [wantedPage, setWantedPage] = useState(1);
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order]);
  const pageCount = Math.max(1, Math.ceil(sorted.length / pageSize));
  // Rows may have been deleted since the page was turned.
  const page = Math.min(wantedPage, pageCount);
  const shown = pageCount === 1 ? sorted : sorted.slice((page - 1) * pageSize, page * pageSize);

  return (
    <div className={styles.frame}>
      <AriaTable
        aria-label={label}
        className={styles.table}
        sortDescriptor={order}
        onSortChange={(next) => {
          setOwnOrder(next);
          setWantedPage(1);
          onOrderChange?.(next);
        }}
      >
        <AriaTableHeader className={styles.header}>
          {columns.map((column) => (
            <Head key={column.id} column={column} />
          ))}
        </AriaTableHeader>
        <TableBody renderEmptyState={() => <div className={styles.empty}>{empty}</div>}>
          {shown.map((entry) => (
            <Row
              key={entry.id}
              id={entry.id}
              href={rowHref?.(entry)}
              className={classNames(styles.row, rowHref && styles.linked)}
            >
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  className={classNames(styles.cell, styles[column.align ?? 'start'])}
                  data-column={column.name}
                >
                  <div>{column.render(entry)}</div>
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
      <Pagination
        label={`Pages of ${label}`}
        page={page}
        pageCount={pageCount}
        onChange={setWantedPage}
      />
    </div>
  );
}

function Head<Entry>({ column }: { column: TableColumn<Entry> }) {
  return (
    <AriaColumn
      id={column.id}
      isRowHeader={column.isRowHeader}
      allowsSorting={column.compare !== undefined || column.sorts}
      className={classNames(styles.head, styles[column.align ?? 'start'])}
    >
      {({ allowsSorting, sortDirection }) => (
        <span className={styles.headContent}>
          {column.name}
          {allowsSorting && <Icon of={sortIcons[sortDirection ?? 'none']} size="sm" />}
        </span>
      )}
    </AriaColumn>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** Sorts the rows as a column's header requests. Equal rows keep their order. */
export function sortRows<Entry>(
  rows: readonly Entry[],
  columns: readonly TableColumn<Entry>[],
  order: SortDescriptor | undefined,
): readonly Entry[] {
  const compare = columns.find((column) => column.id === order?.column)?.compare;
  if (order === undefined || compare === undefined) return rows;
  const sign = order.direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(one, other));
}
