import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useMemo } from 'react';
import { changeLayer } from '../calls/layers.ts';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import {
  addField,
  type Field,
  removeField,
  renameField,
  withAttributes,
} from '../state/layer-fields.ts';
import { useVectorLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** The ways to change a column. */
export interface FieldChange {
  rename: (key: string, name: string) => void;
  remove: (key: string) => void;
}

interface LayerFields {
  shown: readonly Field[];
  /** What the owner may do with the columns. */
  actions: { add: (name: string) => void; change: FieldChange };
}

/**
 * The columns of a layer's table: its fields, and after them the attributes of features that are none.
 * These become fields when a column is added, renamed or removed.
 * @param keysSeen the attributes of the features that were loaded
 */
export function useLayerFields(layer: VectorLayer, keysSeen: readonly string[]): LayerFields {
  const { call, map } = useOpenMap();
  const { data: layers } = useVectorLayers();
  const { fields: ofLayer } = layers?.find(({ id }) => id === layer.id) ?? layer;
  const { mutate: save } = useAction(
    (fields: Field[]) => changeLayer(call, { id: layer.id, fields }),
    {
      failure: 'The columns were not changed. Please try again.',
      changes: [listKey(map.id, 'layers')],
    },
  );
  const seen = keysSeen.join('\n');
  return useMemo(() => {
    const fields = withAttributes(ofLayer, seen === '' ? [] : seen.split('\n'));
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
  }, [ofLayer, seen, save]);
}
