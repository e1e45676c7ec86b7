import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FieldValue } from '@refugia/contract/collaborative-mapper/fields.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { ShortcutGroup } from '../../../map/shortcuts/shortcuts.ts';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { fetchFeatures, type RowQuestion } from '../calls/features.ts';
import { listKey } from '../calls/map-lists.ts';
import { withAttribute } from '../fields/field-values.ts';
import { readFeature } from '../state/features.ts';
import type { FeatureChange } from '../state/map-state.ts';
import { chosenFeatures, refuseSoMany } from '../workspace/chosen-features.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const pageSize = 200;

/** Loads the features in view alone. `first` and `last` are rows, from 0, that meet `question`. */
export function useFeaturePages(
  layerId: string,
  { question, first, last }: { question: RowQuestion; first: number; last: number },
) {
  const { call, map } = useOpenMap();
  const pages = pagesBetween(first, last);
  const queriesFor = (rows: RowQuestion, enabled: boolean) =>
    pages.map((page) => ({
      queryKey: [...listKey(map.id, 'features'), layerId, rows, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const offset = page * pageSize;
        const request = { ...rows, mapId: map.id, layerId, limit: pageSize, offset };
        return fetchFeatures(call, request, signal);
      },
      enabled,
    }));
  const current = useQueries({ queries: queriesFor(question, true) });
  const hasAnswer = current.some(({ data }) => data !== undefined);
  // `keepPreviousData` has no effect in `useQueries`, so the rows of the question before are read
  // from the cache until the first answer to the present one.
  const [answered, setAnswered] = useState(question);
  if (hasAnswer && answered !== question) setAnswered(question);
  const earlier = useQueries({ queries: queriesFor(answered, false) });
  const shown = hasAnswer ? current : earlier;
  const total = shown.find(({ data }) => data !== undefined)?.data?.total ?? null;
  return {
    /** Null until the first page has loaded. */
    total,
    isError: current.some(({ isError }) => isError),
    retry() {
      for (const { isError, refetch } of current) if (isError) void refetch();
    },
    /** Whether the rows that are shown answer an earlier question while the new answer is loading. */
    isLate: !hasAnswer && total !== null && current.some(({ isFetching }) => isFetching),
    /** The feature in a row, or null while it is loading. */
    featureAt(row: number): MapFeature | null {
      const result = shown[pages.indexOf(Math.floor(row / pageSize))];
      return result?.data?.features[row % pageSize] ?? null;
    },
  };
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The changed cells of a table. An owner's are sent at once, an editor's wait to be proposed. */
export function useCellEdits() {
  const { client, map, state, isOwner, canPropose } = useOpenMap();
  const queries = useQueryClient();
  /** The owner's changes whose rows are not read anew yet, by their features. */
  const [sent, setSent] = useState<ReadonlyMap<string, FeatureChange>>(new Map());
  const changeOf = (id: string) =>
    isOwner ? sent.get(id) : state.draft.changes.find(({ featureId }) => featureId === id);

  async function edit(feature: MapFeature, key: string, value: FieldValue): Promise<void> {
    const { id: featureId, revision } = feature;
    const known = changeOf(featureId);
    const before = known?.before ?? readFeature(feature).state;
    const now = known?.after ?? before;
    const after = { ...now, properties: withAttribute(now.properties, key, value) };
    const change = { featureId, baseRevision: known?.baseRevision ?? revision, before, after };
    if (!isOwner) return await client.edits.addToDraft([change]);
    setSent((all) => new Map(all).set(featureId, change));
    await client.edits.edit([change]);
    // The rows of the server are still those before the change.
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'features') });
    // The cell may have been changed again meanwhile.
    setSent((all) => new Map([...all].filter(([, each]) => each !== change)));
  }

  return {
    /** Undefined for people who may not change the table. */
    edit: canPropose ? edit : undefined,
    edited(feature: MapFeature | null): MapFeature | null {
      const after = feature && changeOf(feature.id)?.after;
      return after ? { ...feature, properties: after.properties } : feature;
    },
  };
}

/** Chooses rows of a table, whose features are then changed together. */
export type RowChoice = ReturnType<typeof useRowChoice>;

export const rowChoiceKeys: ShortcutGroup = {
  title: 'Table',
  shortcuts: [
    { keys: 'Space', does: 'Choose the row' },
    { keys: 'Shift+↑ ↓', does: 'Choose several rows' },
    { keys: 'Ctrl+A', does: 'Choose all rows' },
    { keys: 'Escape', does: 'Put the choice down, then close the table' },
  ],
};

interface RowChoiceOptions {
  layerId: string;
  question: RowQuestion;
  total: number;
  featureAt: (row: number) => MapFeature | null;
}

/** The choice of rows of a table. Rows that are not loaded are read when they are chosen. */
export function useRowChoice({ layerId, question, total, featureAt }: RowChoiceOptions) {
  const { call, map } = useOpenMap();
  const chosen = useStore(chosenFeatures);
  const anchor = useRef(0);

  async function chooseRange(first: number, last: number): Promise<void> {
    const limit = last - first + 1;
    if (limit > limits.collaborativeMapper.maxChangesAtOnce) {
      refuseSoMany();
      return;
    }
    const loaded = Array.from({ length: limit }, (_, index) => featureAt(first + index));
    try {
      const rows = loaded.every((each) => each !== null)
        ? loaded
        : (await fetchFeatures(call, { ...question, mapId: map.id, layerId, limit, offset: first }))
            .features;
      chosenFeatures.choose(rows.map(readFeature));
    } catch (error) {
      showFailure(error, 'The rows could not be read. Please try again.');
    }
  }

  return {
    isChosen: ({ id }: MapFeature) => chosen.has(id),
    /** Adds a row to the chosen ones or takes it out. A range then begins at it. */
    toggle(row: number) {
      const feature = featureAt(row);
      if (feature === null) return;
      anchor.current = row;
      chosenFeatures.toggle(readFeature(feature));
    },
    /** Chooses the rows from the one that was toggled last, or first chosen, to this one. */
    extendTo: (row: number) =>
      void chooseRange(Math.min(anchor.current, row), Math.max(anchor.current, row)),
    chooseAll: () => void chooseRange(0, total - 1),
  };
}
