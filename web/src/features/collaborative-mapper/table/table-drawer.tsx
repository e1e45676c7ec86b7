import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { orderBy, type RowQuestion, sortedBy } from '../calls/features.ts';
import { listKey } from '../calls/query-keys.ts';
import { inColumnOrder } from '../state/features.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { AttributeGrid, type GridColumn } from './attribute-grid.tsx';
import { type CellEdits, changesOf, withCell, withoutSent } from './cell-edits.ts';
import { AddField, FieldHead } from './field-head.tsx';
import { ProposeBar } from './propose-bar.tsx';
import { RowFilter } from './row-filter.tsx';
import styles from './table.module.css';
import { useFeaturePages } from './use-feature-pages.ts';
import { useLayerFields } from './use-layer-fields.ts';

interface TableDrawerProps {
  /** The layer, or null for the drawn features, which belong to none. */
  layer: VectorLayer | null;
  onClose: () => void;
}

const noEdits: CellEdits = new Map();
const allRows: RowQuestion = { search: '', searchIn: null, sort: null };

/** The attributes of a layer's features, in a table below the map. */
export function TableDrawer({ layer, onClose }: TableDrawerProps) {
  const { client, map, isOwner, canPropose } = useOpenMap();
  const showFeature = useShowFeature();
  const [view, setView] = useState({ first: 0, last: 0 });
  const [edits, setEdits] = useState(noEdits);
  const drawer = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  const queries = useQueryClient();
  const [question, setQuestion] = useState(allRows);
  const pages = useFeaturePages(layer?.id ?? null, { question, ...view });
  const isFiltered = question.search !== '';
  const seen = useRef(new Set<string>());
  const fields = useLayerFields(layer, keysSeen(seen.current, pages.featureAt, view));
  const name = layer?.dataset ?? 'Drawn on the map';
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

  async function send(sent: CellEdits, note: string): Promise<void> {
    await client.edits.edit(changesOf(sent), note);
    // The rows of the server are still those before the change.
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'features') });
    setEdits((now) => withoutSent(now, sent));
  }

  const columns = useMemo<GridColumn[]>(
    () =>
      fields.shown.map((field) => ({
        key: field.key,
        order: orderBy(question, field.key),
        head: (
          <FieldHead
            field={field}
            order={orderBy(question, field.key)}
            onSort={() => setQuestion((before) => sortedBy(before, field.key))}
            change={isOwner ? fields.actions.change : null}
          />
        ),
      })),
    [fields, isOwner, question],
  );

  return createPortal(
    <section
      ref={drawer}
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
      <header className={styles.header}>
        <h2 className={styles.title}>{name}</h2>
        <span role="status">
          <Text number={3} tone="faint" as="span">
            {pages.total === null ? '' : countText(pages.total, isFiltered)}
          </Text>
        </span>
        {pages.isLate && <Spinner size="sm" label="Loading the rows" showLabel />}
        <RowFilter
          fields={fields.shown}
          question={question}
          onChange={(change) => setQuestion((before) => ({ ...before, ...change }))}
        />
        <div className={styles.actions}>
          {isOwner && <AddField onAdd={fields.actions.add} />}
          <PanelButton
            kind="text"
            icon={X}
            aria-label="Close the table"
            autoFocus
            onPress={close}
          />
        </div>
      </header>
      {pages.isError && (
        <RetryNotice onRetry={pages.retry}>Some rows could not be loaded.</RetryNotice>
      )}
      {pages.total === null ? (
        !pages.isError && (
          <div className={styles.empty}>
            <Spinner label="Loading the rows" showLabel />
          </div>
        )
      ) : pages.total === 0 ? (
        <div className={styles.empty}>
          <Text tone="soft">
            {isFiltered
              ? `No row contains “${question.search}”.`
              : 'There are no features here yet.'}
          </Text>
        </div>
      ) : (
        <AttributeGrid
          label={`Table of ${name}`}
          columns={columns}
          rowCount={pages.total}
          isBusy={pages.isLate}
          featureAt={(row) => edited(pages.featureAt(row), edits)}
          onRowsInView={(first, last) => setView({ first, last })}
          onShow={show}
          onSort={(key) => setQuestion((before) => sortedBy(before, key))}
          onEdit={
            canPropose
              ? (feature, key, value) => {
                  const next = withCell(edits, originalOf(feature, edits), key, value);
                  setEdits(next);
                  if (isOwner) void send(new Map([[feature.id, next.get(feature.id)!]]), '');
                }
              : undefined
          }
        />
      )}
      {!isOwner && edits.size > 0 && (
        <ProposeBar
          count={edits.size}
          onPropose={(note) => send(edits, note)}
          onDiscard={() => setEdits(noEdits)}
        />
      )}
    </section>,
    document.body,
  );
}

function countText(count: number, isFiltered: boolean): string {
  const features = count === 1 ? '1 feature' : `${count.toLocaleString('en-US')} features`;
  return isFiltered ? `${features} found` : features;
}

/** A feature with its unsaved cells. */
function edited(feature: MapFeature | null, edits: CellEdits): MapFeature | null {
  const edit = feature === null ? undefined : edits.get(feature.id);
  if (feature === null || edit === undefined) return feature;
  return { ...feature, properties: edit.properties };
}

function originalOf(feature: MapFeature, edits: CellEdits): MapFeature {
  return edits.get(feature.id)?.feature ?? feature;
}

/** The attributes of all rows that were in view so far. Drawn features have no list of fields. */
function keysSeen(
  seen: Set<string>,
  featureAt: (row: number) => MapFeature | null,
  { first, last }: { first: number; last: number },
): readonly string[] {
  for (let row = first; row <= last; row++)
    for (const key of Object.keys(featureAt(row)?.properties ?? {})) seen.add(key);
  return inColumnOrder([...seen]);
}
