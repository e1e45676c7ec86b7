import {
  conditionsFor,
  writeFilter,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { inFieldOrder } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useListedShortcuts } from '../../../map/shortcuts/shortcuts.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type RowQuestion, sortedBy } from '../calls/features.ts';
import { chosenFeatures } from '../workspace/chosen-features.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { AttributeGrid } from './attribute-grid.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { AddField, type LayerFields, useLayerFields } from './columns.tsx';
import { countText, FilterChips, FilterEditor } from './filter.tsx';
import { rowChoiceKeys, useCellEdits, useFeaturePages, useRowChoice } from './rows.ts';
import styles from './table.module.css';

/** The attributes of a layer's features, in a table below the map. */
export function TableDrawer({ layer, onClose }: { layer: VectorLayer; onClose: () => void }) {
  const { state, isOwner, canPropose } = useOpenMap();
  const showFeature = useShowFeature();
  const [view, setView] = useState({ first: 0, last: 0 });
  const cells = useCellEdits();
  const { filter } = useMapFilter();
  const [sort, setSort] = useState<RowQuestion['sort']>(null);
  const question = useMemo(
    () => ({ filter: writeFilter(conditionsFor(filter, layer.id)), sort }),
    [filter, layer.id, sort],
  );
  const pages = useFeaturePages(layer.id, { question, ...view });
  const seen = useRef(new Set<string>());
  const fields = useLayerFields(layer, keysSeen(seen.current, pages.featureAt, view));
  const name = layer.dataset;
  const close = useClosing(onClose);

  const show = ({ id }: MapFeature) => {
    // On a narrow screen the table would cover what it shows.
    if (window.matchMedia('(width < 40em)').matches) onClose();
    void showFeature(id);
  };

  const { featureAt } = pages;
  const choice = useRowChoice({ layerId: layer.id, question, total: pages.total ?? 0, featureAt });
  useListedShortcuts(canPropose ? rowChoiceKeys : null);
  return createPortal(
    <section
      className={styles.drawer}
      data-below-map
      aria-label={`Table of ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The same key puts a feature down, but only when the table is closed. It first puts down
        // what was chosen.
        event.preventDefault();
        if (chosenFeatures.getState().size > 0) chosenFeatures.clear();
        else close();
      }}
    >
      <DrawerHeader layer={layer} pages={pages} fields={fields} onClose={close} />
      <div className={styles.chosenBelow}>
        <ChosenBar />
      </div>
      {pages.isError && (
        <RetryNotice onRetry={pages.retry}>Some rows could not be loaded.</RetryNotice>
      )}
      {pages.total === null ? (
        !pages.isError && <Spinner label="Loading the rows" showLabel />
      ) : pages.total === 0 ? (
        <NoRows isFiltered={question.filter !== ''} />
      ) : (
        <AttributeGrid
          label={`Table of ${name}`}
          fields={fields}
          rowCount={pages.total}
          isBusy={pages.isLate}
          featureAt={(row) => cells.edited(pages.featureAt(row))}
          onRowsInView={(first, last) => setView({ first, last })}
          onShow={show}
          sort={sort}
          onSort={(key) => setSort((before) => sortedBy(before, key))}
          onEdit={cells.edit}
          choice={canPropose ? choice : undefined}
        />
      )}
      {!isOwner && <Drafted count={state.draft.changes.length} onClose={close} />}
    </section>,
    document.body,
  );
}

/** Closes the table, and gives the focus back to what opened it. */
function useClosing(onClose: () => void): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    // On a narrow screen the table hides its opener, which can take the focus only after it has gone.
    flushSync(onClose);
    if (opener instanceof HTMLElement) opener.focus();
  };
}

function Drafted({ count, onClose }: { count: number; onClose: () => void }) {
  if (count === 0) return null;
  return (
    <div className={styles.drafted}>
      <Text number={3} tone="soft" as="span">
        <span role="status">
          {count === 1 ? '1 change waits' : `${count} changes wait`} to be proposed.
        </span>
      </Text>
      <PanelButton onPress={onClose}>To the proposal</PanelButton>
    </div>
  );
}

interface DrawerHeaderProps {
  layer: VectorLayer;
  pages: ReturnType<typeof useFeaturePages>;
  fields: LayerFields;
  onClose: () => void;
}

function DrawerHeader({ layer, pages, fields, onClose }: DrawerHeaderProps) {
  const { isOwner } = useOpenMap();
  const { feature_count: all = 0 } = useShownLayers().find(({ id }) => id === layer.id) ?? {};
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{layer.dataset}</h2>
      <span role="status">
        <Text number={3} tone="faint" as="span">
          {countText(pages.total, Math.max(all, pages.total ?? 0))}
        </Text>
      </span>
      {pages.isLate && <Spinner size="sm" label="Loading the rows" showLabel />}
      <FilterChips layerId={layer.id} fields={fields.shown} />
      <div className={styles.actions}>
        <FilterEditor layerId={layer.id} fields={fields.shown} />
        {isOwner && <AddField onAdd={fields.add} />}
        <IconButton icon={X} label="Close the table" autoFocus onPress={onClose} />
      </div>
    </header>
  );
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={styles.empty}>
      <Text tone="soft">
        {isFiltered
          ? 'No feature meets all conditions. Remove one above to see more.'
          : 'There are no features here yet.'}
      </Text>
    </div>
  );
}

/** The attributes of all rows that were in view so far. Some may be no field of the layer. */
function keysSeen(
  seen: Set<string>,
  featureAt: (row: number) => MapFeature | null,
  { first, last }: { first: number; last: number },
): readonly string[] {
  for (let row = first; row <= last; row++)
    for (const key of Object.keys(featureAt(row)?.properties ?? {})) seen.add(key);
  return inFieldOrder([...seen]);
}
