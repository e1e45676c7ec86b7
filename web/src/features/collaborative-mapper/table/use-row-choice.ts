import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useRef } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { ShortcutGroup } from '../../../map/shortcuts/shortcuts.ts';
import { showFailure } from '../../../ui/overlays/show-failure.ts';
import { fetchFeatures, type RowQuestion } from '../calls/features.ts';
import { readFeature } from '../state/features.ts';
import { chosenFeatures, refuseSoMany } from '../workspace/chosen-features.ts';
import { useOpenMap } from '../workspace/open-map.ts';

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
