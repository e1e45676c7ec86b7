import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FieldValue } from '@refugia/contract/collaborative-mapper/fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listKey } from '../calls/query-keys.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { type CellEdits, changesOf, withCell, withoutSent } from './cell-edits.ts';

const noEdits: CellEdits = new Map();

/**
 * The cells of a table that were changed. An owner's are sent at once, an editor's when they are
 * proposed.
 */
export function useCellEdits() {
  const { client, map, isOwner, canPropose } = useOpenMap();
  const queries = useQueryClient();
  const [edits, setEdits] = useState(noEdits);

  async function send(sent: CellEdits, note: string): Promise<void> {
    await client.edits.edit(changesOf(sent), note);
    // The rows of the server are still those before the change.
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'features') });
    setEdits((now) => withoutSent(now, sent));
  }

  function edit(feature: MapFeature, key: string, value: FieldValue): void {
    const next = withCell(edits, edits.get(feature.id)?.feature ?? feature, key, value);
    setEdits(next);
    if (isOwner) void send(new Map([[feature.id, next.get(feature.id)!]]), '');
  }

  return {
    edits,
    send,
    discard: () => setEdits(noEdits),
    /** Undefined for people who may not change the table. */
    edit: canPropose ? edit : undefined,
    /** A feature with its unsaved cells. */
    edited(feature: MapFeature | null): MapFeature | null {
      const known = feature && edits.get(feature.id);
      return known ? { ...feature, properties: known.properties } : feature;
    },
  };
}
