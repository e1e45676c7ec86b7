import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { type FieldValue, valueFault } from '@refugia/contract/collaborative-mapper/fields.ts';
import { Crosshair } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import {
  controlFor,
  optionsFor,
  textOfValue,
  valueOfText,
  wordOfValue,
} from '../fields/field-values.ts';
import type { Field } from '../state/layer-fields.ts';
import type { RowChoice } from './rows.ts';
import styles from './table.module.css';

interface GridRowProps {
  /** The beginning of its cells' ids. */
  id: string;
  /** From 0. */
  row: number;
  /** The distance from the top of all rows. */
  offsetPixels: number;
  columns: readonly Field[];
  /** Null while the feature is loading. */
  feature: MapFeature | null;
  /** Null if the current cell is in another row. */
  activeColumn: number | null;
  isEditing: boolean;
  choice: RowChoice | undefined;
  onPress: (column: number) => void;
  /** Called when a cell is to be edited, or when its number is to show the feature. */
  onBegin: (column: number) => void;
  /** Null leaves the cell unchanged. */
  onDone: (edit: CellEdit | null) => void;
}

/** A feature's row: its number, which shows it on the map, and its attributes. */
export function GridRow(props: GridRowProps) {
  const { id, row, offsetPixels, columns, feature, activeColumn, isEditing } = props;
  const { choice, onPress, onBegin, onDone } = props;
  const isChosen = choice !== undefined && feature !== null && choice.isChosen(feature);
  const pressWithKeys = (event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey } = event;
    if (!choice || !(shiftKey || ctrlKey || metaKey)) return;
    event.stopPropagation();
    if (shiftKey) choice.extendTo(row);
    else choice.toggle(row);
  };
  return (
    <tr
      className={classNames(styles.row, isChosen && styles.isChosen)}
      style={{ transform: `translateY(${offsetPixels}px)` }}
      aria-rowindex={row + 2}
      aria-selected={choice && isChosen}
      onClickCapture={pressWithKeys}
      // Shift would mark the text between two presses.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Cell id={`${id}-0`} isActive={activeColumn === 0} onPress={() => onBegin(0)}>
        <span className={styles.rowNumber}>
          {row + 1}
          <Icon of={Crosshair} size="sm" label="Show on the map" />
        </span>
      </Cell>
      {columns.map((field, index) => {
        const column = index + 1;
        const isActive = activeColumn === column;
        return (
          <Cell
            key={field.key}
            id={`${id}-${column}`}
            isActive={isActive}
            onPress={() => onPress(column)}
            onDoublePress={() => onBegin(column)}
          >
            {isActive && isEditing && feature !== null ? (
              <CellEditor field={field} feature={feature} onDone={onDone} />
            ) : (
              wordOfValue(field, feature?.properties[field.key])
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

interface CellProps {
  id: string;
  isActive: boolean;
  onPress: () => void;
  onDoublePress?: () => void;
  children: ReactNode;
}

/** A cell. The grid around it has the keyboard's focus and handles the keys. */
function Cell({ id, isActive, onPress, onDoublePress, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys
    <td
      id={id}
      className={classNames(styles.cell, isActive && styles.active)}
      onClick={onPress}
      onDoubleClick={onDoublePress}
    >
      {children}
    </td>
  );
}

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
function CellEditor({ field, feature: present, onDone }: CellEditorProps) {
  // The rows may be sorted anew meanwhile, so that another feature comes into this row. The cell may
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
