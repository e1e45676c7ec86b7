import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { X } from 'lucide-react';
import { type Dispatch, type SetStateAction, useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { orderBy, type RowQuestion, sortedBy } from '../calls/features.ts';
import { inColumnOrder } from '../state/features.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { AttributeGrid, type GridColumn } from './attribute-grid.tsx';
import { AddField, FieldHead } from './field-head.tsx';
import { ProposeBar } from './propose-bar.tsx';
import { RowFilter } from './row-filter.tsx';
import styles from './table.module.css';
import { useCellEdits } from './use-cell-edits.ts';
import { useFeaturePages } from './use-feature-pages.ts';
import { useLayerFields } from './use-layer-fields.ts';

interface TableDrawerProps {
  layer: VectorLayer;
  onClose: () => void;
}

const allRows: RowQuestion = { search: '', searchIn: null, sort: null };

/** The attributes of a layer's features, in a table below the map. */
export function TableDrawer({ layer, onClose }: TableDrawerProps) {
  const { isOwner } = useOpenMap();
  const showFeature = useShowFeature();
  const [view, setView] = useState({ first: 0, last: 0 });
  const cells = useCellEdits();
  const [opener] = useState(() => document.activeElement);
  const [question, setQuestion] = useState(allRows);
  const pages = useFeaturePages(layer.id, { question, ...view });
  const seen = useRef(new Set<string>());
  const fields = useLayerFields(layer, keysSeen(seen.current, pages.featureAt, view));
  const name = layer.dataset;
  const close = () => {
    // On a narrow screen the table hides its opener, which can take the focus only after it has gone.
    flushSync(onClose);
    if (opener instanceof HTMLElement) opener.focus();
  };

  const show = ({ id }: MapFeature) => {
    // On a narrow screen the table would cover what it shows.
    if (window.matchMedia('(width < 40em)').matches) onClose();
    void showFeature(id);
  };

  const columns = useColumns(fields, question, setQuestion);

  return createPortal(
    <section
      className={styles.drawer}
      data-below-map
      aria-label={`Table of ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The same key puts a feature down, but only when the table is closed.
        event.preventDefault();
        close();
      }}
    >
      <DrawerHeader
        name={name}
        pages={pages}
        fields={fields}
        question={question}
        onAsk={setQuestion}
        onClose={close}
      />
      {pages.isError && (
        <RetryNotice onRetry={pages.retry}>Some rows could not be loaded.</RetryNotice>
      )}
      {pages.total === null ? (
        !pages.isError && <NoRows question={question} isLoading />
      ) : pages.total === 0 ? (
        <NoRows question={question} isLoading={false} />
      ) : (
        <AttributeGrid
          label={`Table of ${name}`}
          columns={columns}
          rowCount={pages.total}
          isBusy={pages.isLate}
          featureAt={(row) => cells.edited(pages.featureAt(row))}
          onRowsInView={(first, last) => setView({ first, last })}
          onShow={show}
          onSort={(key) => setQuestion((before) => sortedBy(before, key))}
          onEdit={cells.edit}
        />
      )}
      {!isOwner && cells.edits.size > 0 && (
        <ProposeBar
          count={cells.edits.size}
          onPropose={(note) => cells.send(cells.edits, note)}
          onDiscard={cells.discard}
        />
      )}
    </section>,
    document.body,
  );
}

/** The columns of the table, with the heads that sort, rename and remove them. */
function useColumns(
  fields: ReturnType<typeof useLayerFields>,
  question: RowQuestion,
  ask: Dispatch<SetStateAction<RowQuestion>>,
): readonly GridColumn[] {
  const { isOwner } = useOpenMap();
  return useMemo(
    () =>
      fields.shown.map((field) => ({
        key: field.key,
        order: orderBy(question, field.key),
        head: (
          <FieldHead
            field={field}
            order={orderBy(question, field.key)}
            onSort={() => ask((before) => sortedBy(before, field.key))}
            change={isOwner ? fields.actions.change : null}
          />
        ),
      })),
    [fields, isOwner, question, ask],
  );
}

interface DrawerHeaderProps {
  name: string;
  pages: ReturnType<typeof useFeaturePages>;
  fields: ReturnType<typeof useLayerFields>;
  question: RowQuestion;
  onAsk: Dispatch<SetStateAction<RowQuestion>>;
  onClose: () => void;
}

/** The name of the table, how many rows it has, and what can be done with it. */
function DrawerHeader({ name, pages, fields, question, onAsk, onClose }: DrawerHeaderProps) {
  const { isOwner } = useOpenMap();
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{name}</h2>
      <span role="status">
        <Text number={3} tone="faint" as="span">
          {pages.total === null ? '' : countText(pages.total, question.search !== '')}
        </Text>
      </span>
      {pages.isLate && <Spinner size="sm" label="Loading the rows" showLabel />}
      <RowFilter
        fields={fields.shown}
        question={question}
        onChange={(change) => onAsk((before) => ({ ...before, ...change }))}
      />
      <div className={styles.actions}>
        {isOwner && <AddField onAdd={fields.actions.add} />}
        <PanelButton
          kind="text"
          icon={X}
          aria-label="Close the table"
          autoFocus
          onPress={onClose}
        />
      </div>
    </header>
  );
}

/** What stands in place of the rows where there are none, or none yet. */
function NoRows({ question, isLoading }: { question: RowQuestion; isLoading: boolean }) {
  const { search } = question;
  return (
    <div className={styles.empty}>
      {isLoading ? (
        <Spinner label="Loading the rows" showLabel />
      ) : (
        <Text tone="soft">
          {search === '' ? 'There are no features here yet.' : `No row contains “${search}”.`}
        </Text>
      )}
    </div>
  );
}

function countText(count: number, isFiltered: boolean): string {
  const features = count === 1 ? '1 feature' : `${count.toLocaleString('en-US')} features`;
  return isFiltered ? `${features} found` : features;
}

/** The attributes of all rows that were in view so far. Some may be no field of the layer. */
function keysSeen(
  seen: Set<string>,
  featureAt: (row: number) => MapFeature | null,
  { first, last }: { first: number; last: number },
): readonly string[] {
  for (let row = first; row <= last; row++)
    for (const key of Object.keys(featureAt(row)?.properties ?? {})) seen.add(key);
  return inColumnOrder([...seen]);
}
