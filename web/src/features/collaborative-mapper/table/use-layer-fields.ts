import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useMemo } from 'react';
import { changeLayer } from '../calls/layers.ts';
import {
  addField,
  changedField,
  type Field,
  shownFields,
  withAttributes,
} from '../state/layer-fields.ts';
import { useMapAction, useVectorLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

export type LayerFields = ReturnType<typeof useLayerFields>;

/** A layer's fields, and after them further attributes, which become fields by any change. */
export function useLayerFields(layer: VectorLayer, keysSeen: readonly string[]) {
  const { call } = useOpenMap();
  const { data: layers } = useVectorLayers();
  const { fields: ofLayer } = layers?.find(({ id }) => id === layer.id) ?? layer;
  const { mutate: save } = useMapAction({
    act: (fields: Field[]) => changeLayer(call, { id: layer.id, fields }),
    failure: 'The columns were not changed. Please try again.',
    changes: ['layers'],
  });
  const seen = keysSeen.join('\n');
  return useMemo(() => {
    const fields = withAttributes(ofLayer, seen === '' ? [] : seen.split('\n'));
    return {
      shown: shownFields(fields),
      add: (name: string) => save(addField(fields, name)),
      change: (key: string, change: Partial<Field>) => save(changedField(fields, key, change)),
    };
  }, [ofLayer, seen, save]);
}
