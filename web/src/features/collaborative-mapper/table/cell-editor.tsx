import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { type FieldValue, valueFault } from '@refugia/contract/collaborative-mapper/fields.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { controlFor, optionsFor, textOfValue, valueOfText } from '../fields/field-values.ts';
import type { Field } from '../state/layer-fields.ts';
import styles from './table.module.css';

export interface CellEdit {
  /** The feature as it was when the cell was opened. */
  readonly feature: MapFeature;
  readonly key: string;
  readonly value: FieldValue;
}

interface CellEditorProps {
  field: Field;
  feature: MapFeature;
  /** Called with the new value, or null to leave the cell unchanged. */
  onDone: (edit: CellEdit | null) => void;
}

/**
 * Enter or leaving the cell saves its value, and Escape discards it. After Enter, a value that does
 * not fit stays, to be corrected.
 */
export function CellEditor({ field, feature: present, onDone }: CellEditorProps) {
  // The rows may be sorted anew meanwhile, so that another feature comes to stand here. The cell may
  // get another value meanwhile, too, which an untouched text must not take back.
  const [feature] = useState(present);
  const before = feature.properties[field.key];
  const [text, setText] = useState(textOfValue(before));
  const [isRefused, setRefused] = useState(false);
  const isDone = useRef(false);
  const end = (edit: CellEdit | null) => {
    // A key that ends the input also takes the focus from it, before the input is gone.
    if (isDone.current) return;
    isDone.current = true;
    onDone(edit);
  };
  const save = (isLeaving: boolean) => {
    if (isDone.current) return;
    if (text === textOfValue(before)) return end(null);
    const value = valueOfText(field, text, before);
    const fault = valueFault(field, value);
    if (fault === null) return end({ feature, key: field.key, value });
    showToast('warning', isLeaving ? `${fault} The cell stays as it was.` : fault);
    setRefused(true);
    if (isLeaving) end(null);
  };
  const input = {
    className: styles.editor,
    'aria-label': field.name,
    'aria-invalid': isRefused,
    value: text,
    autoFocus: true,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    onBlur: () => save(true),
    onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation();
      if (event.key === 'Enter') {
        event.preventDefault();
        save(false);
      }
      if (event.key === 'Escape') end(null);
    },
  };
  const control = controlFor(field, before);
  if (control === 'choice') {
    return (
      <select {...input}>
        {!field.is_required && <option value="">No value</option>}
        {optionsFor(field, before).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...input}
      type={control}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      onFocus={(event) => event.target.select()}
    />
  );
}
