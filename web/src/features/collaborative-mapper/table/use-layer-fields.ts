import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { changeLayer, fetchVectorLayers } from '../calls/layers.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
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
  { call, map }: MapAccess,
  layer: VectorLayer | null,
  keysSeen: readonly string[],
): LayerFields {
  const queries = useQueryClient();
  const [added, setAdded] = useState<readonly string[]>([]);
  const { data: layers } = useQuery({
    queryKey: mapKeys.layers(map.id),
    queryFn: ({ signal }) => fetchVectorLayers(call, map.id, signal),
  });
  const current = layers?.find(({ id }) => id === layer?.id) ?? layer;
  const saving = useMutation({
    mutationFn: (fields: Field[]) => changeLayer(call, { id: layer!.id, fields }),
    onSuccess: () => queries.invalidateQueries({ queryKey: mapKeys.layers(map.id) }),
    onError: (error) =>
      showToast('error', failureText(error, 'The columns were not changed. Please try again.')),
  });
  const { mutate: save } = saving;
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
