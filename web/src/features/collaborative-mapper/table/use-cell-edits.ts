import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FieldValue } from '@refugia/contract/collaborative-mapper/fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listKey } from '../calls/map-lists.ts';
import { withAttribute } from '../fields/field-values.ts';
import { readFeature } from '../state/features.ts';
import type { FeatureChange } from '../state/map-state.ts';
import { useOpenMap } from '../workspace/open-map.ts';

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
