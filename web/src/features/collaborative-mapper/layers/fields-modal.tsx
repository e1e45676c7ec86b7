import { type FieldType, fieldTypes } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { ActionModal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { changeLayer } from '../calls/layers.ts';
import {
  addField,
  changedField,
  choicesIn,
  type Field,
  faultOfFields,
  movedField,
  shownFields,
  withOwnKeys,
} from '../state/layer-fields.ts';
import { useMapAction } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './layers.module.css';

/** The form for a layer's fields, which make the form of each of its features. */
export function FieldsModal({ layer, onClose }: { layer: VectorLayer; onClose: () => void }) {
  const { call } = useOpenMap();
  const [fields, setFields] = useState<readonly Field[]>(layer.fields);
  const shown = shownFields(fields);
  const fault = faultOfFields(shown);
  const kept = withOwnKeys(fields, layer.fields);
  const saving = useMapAction({
    act: () => changeLayer(call, { id: layer.id, fields: kept }),
    failure: 'The fields were not saved. Please try again.',
    changes: ['layers'],
    onDone: onClose,
  });
  return (
    <ActionModal
      title={`Fields of ${layer.dataset}`}
      confirmLabel="Save"
      isPending={saving.isPending}
      onConfirm={() => saving.mutate()}
      isDisabled={fault !== null}
      onClose={onClose}
    >
      <SideNote number={2}>
        Each feature of this layer has a form with these fields. Values that are there already stay,
        and those that do not fit are marked.
      </SideNote>
      <ul aria-label="Fields">
        {shown.map((field, place) => (
          <FieldRow
            key={field.key}
            field={field}
            isFirst={place === 0}
            isLast={place === shown.length - 1}
            onChange={(change) => setFields(changedField(fields, field.key, change))}
            onMove={(step) => setFields(movedField(fields, field.key, step))}
          />
        ))}
      </ul>
      {fault !== null && (
        <Notice type="warning" isAnnounced>
          {fault}
        </Notice>
      )}
      <div>
        <PanelButton icon={Plus} onPress={() => setFields(addField(fields, 'New field'))}>
          Add field
        </PanelButton>
      </div>
    </ActionModal>
  );
}

const typeWords: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  choice: 'Choice list',
};

interface FieldRowProps {
  field: Field;
  isFirst: boolean;
  isLast: boolean;
  onChange: (change: Partial<Field>) => void;
  /** Up with -1, down with 1. */
  onMove: (step: 1 | -1) => void;
}

function FieldRow({ field, isFirst, isLast, onChange, onMove }: FieldRowProps) {
  const { name, type } = field;
  const [choices, setChoices] = useState(field.choices.join('\n'));
  return (
    <li className={styles.layer}>
      <TextField
        label="Name"
        value={name}
        onChange={(next) => onChange({ name: next })}
        maxLength={limits.collaborativeMapper.attributeNameMaxLength}
      />
      <Select
        label="Type"
        options={fieldTypes.map((id) => ({ id, label: typeWords[id] }))}
        value={type}
        onChange={(next) =>
          onChange({ type: next, choices: next === 'choice' ? choicesIn(choices) : [] })
        }
      />
      {type === 'choice' && (
        <TextArea
          label="Choices"
          description="One on each line."
          rows={3}
          value={choices}
          onChange={(text) => {
            setChoices(text);
            onChange({ choices: choicesIn(text) });
          }}
        />
      )}
      <div className={utilities.cluster}>
        <Checkbox
          isSelected={field.is_required}
          onChange={(isRequired) => onChange({ is_required: isRequired })}
        >
          Required
        </Checkbox>
        <IconButton
          icon={ArrowUp}
          label={`Move ${name} up`}
          isDisabled={isFirst}
          onPress={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${name} down`}
          isDisabled={isLast}
          onPress={() => onMove(1)}
        />
        <IconButton
          tone="danger"
          icon={Trash2}
          label={`Remove ${name}`}
          onPress={() => onChange({ is_removed: true })}
        />
      </div>
    </li>
  );
}
