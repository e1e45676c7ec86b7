import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useMemo, useState } from 'react';
import { changeLayer } from '../calls/layers.ts';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import { useVectorLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { addField, type Field, removeField, renameField } from './fields.ts';

/** The ways to change a column. */
export interface FieldChange {
  rename: (key: string, name: string) => void;
  remove: (key: string) => void;
}

interface LayerFields {
  shown: readonly Field[];
  /**
   * What the owner may do with the columns. Columns of drawn features are changed in the features
   * themselves.
   */
  actions: { add: (name: string) => void; change: FieldChange | null };
}

/**
 * The columns of a layer's table. The columns of drawn features are the attributes that were seen.
 * A column that is added to them lasts as long as the table is open, because an attribute is stored
 * with the features that have it.
 */
export function useLayerFields(
  layer: VectorLayer | null,
  keysSeen: readonly string[],
): LayerFields {
  const { call, map } = useOpenMap();
  const [added, setAdded] = useState<readonly string[]>([]);
  const { data: layers } = useVectorLayers();
  const current = layers?.find(({ id }) => id === layer?.id) ?? layer;
  const { mutate: save } = useAction(
    (fields: Field[]) => changeLayer(call, { id: layer!.id, fields }),
    {
      failure: 'The columns were not changed. Please try again.',
      changes: [listKey(map.id, 'layers')],
    },
  );
  const seenKeys = [...keysSeen, ...added.filter((key) => !keysSeen.includes(key))].join('\n');
  return useMemo(() => {
    if (current === null) {
      const drawn = seenKeys === '' ? [] : seenKeys.split('\n');
      return {
        shown: drawn.map((key) => ({ key, name: key, is_removed: false })),
        actions: {
          add: (name) => setAdded((before) => [...before, name]),
          change: null,
        },
      };
    }
    const { fields } = current;
    return {
      shown: fields.filter(({ is_removed }) => !is_removed),
      actions: {
        add: (name) => save(addField(fields, name)),
        change: {
          rename: (key, name) => save(renameField(fields, key, name)),
          remove: (key) => save(removeField(fields, key)),
        },
      },
    };
  }, [current, seenKeys, save]);
}
