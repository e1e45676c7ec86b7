import type { SortOrder } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import utilities from '../../../ui/style/utilities.module.css';
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
import styles from './table.module.css';

interface FieldHeadProps {
  field: Field;
  /** Null if the rows are not sorted by it. */
  order: SortOrder | null;
  onSort: () => void;
  onChange: (change: Partial<Field>) => void;
}

/** A press on the name of a column sorts by it. */
export function FieldHead({ field, order, onSort, onChange }: FieldHeadProps) {
  const { isOwner } = useOpenMap();
  const [name, setName] = useState(field.name);
  return (
    <span className={styles.fieldHead}>
      {/* The button takes no focus, because the grid around it has the keyboard's focus and sorts
          by Enter. */}
      <button type="button" tabIndex={-1} className={styles.fieldName} onClick={onSort}>
        <span className={utilities.truncate}>{field.name}</span>
        {order !== null && <Icon of={order === 'ascending' ? ArrowUp : ArrowDown} size="sm" />}
      </button>
      {isOwner && (
        <Popover
          title={field.name}
          trigger={
            <Button
              kind="text"
              size="inherit"
              icon={ChevronDown}
              aria-label={`Change the column ${field.name}`}
            />
          }
        >
          <Form
            onSubmit={() => {
              if (name.trim() !== '') onChange({ name: name.trim() });
            }}
          >
            <TextField
              label="Name"
              value={name}
              onChange={setName}
              maxLength={limits.collaborativeMapper.attributeNameMaxLength}
            />
            <FormActions>
              <PanelButton
                tone="danger"
                icon={Trash2}
                onPress={() => onChange({ is_removed: true })}
              >
                Remove
              </PanelButton>
              <PanelButton kind="primary" type="submit" isDisabled={name.trim() === ''}>
                Rename
              </PanelButton>
            </FormActions>
          </Form>
        </Popover>
      )}
    </span>
  );
}

export function AddField({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Popover
      title="New column"
      placement="top"
      trigger={<PanelButton icon={Plus}>Add column</PanelButton>}
    >
      <Form
        onSubmit={() => {
          if (name.trim() === '') return;
          onAdd(name.trim());
          setName('');
        }}
      >
        <TextField
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          maxLength={limits.collaborativeMapper.attributeNameMaxLength}
        />
        <FormActions>
          <PanelButton kind="primary" type="submit" isDisabled={name.trim() === ''}>
            Add
          </PanelButton>
        </FormActions>
      </Form>
    </Popover>
  );
}

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
