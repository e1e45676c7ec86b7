import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { Crosshair } from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../../ui/media/icon.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { cellText } from './cell-edits.ts';
import styles from './table.module.css';
import type { RowChoice } from './use-row-choice.ts';

interface GridRowProps {
  /** The beginning of its cells' ids. */
  id: string;
  /** The number of the row, from 0. */
  row: number;
  /** The distance from the top of all rows. */
  offsetPixels: number;
  columns: readonly { key: string }[];
  /** Null while the feature is loading. */
  feature: MapFeature | null;
  /** The column of this row's current cell; null if the current cell is in another row. */
  activeColumn: number | null;
  isEditing: boolean;
  choice: RowChoice | undefined;
  onPress: (column: number) => void;
  /** Called when a cell is to be edited, or when its number is to show the feature. */
  onBegin: (column: number) => void;
  onDone: (feature: MapFeature, key: string, text: string | null) => void;
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
      {columns.map(({ key }, index) => {
        const column = index + 1;
        const isActive = activeColumn === column;
        return (
          <Cell
            key={key}
            id={`${id}-${column}`}
            isActive={isActive}
            onPress={() => onPress(column)}
            onDoublePress={() => onBegin(column)}
          >
            {isActive && isEditing && feature !== null ? (
              <CellEditor
                label={key}
                feature={feature}
                text={cellText(feature.properties[key])}
                onDone={(opened, text) => onDone(opened, key, text)}
              />
            ) : (
              cellText(feature?.properties[key])
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

interface CellEditorProps {
  label: string;
  feature: MapFeature;
  text: string;
  /**
   * Called with the feature whose cell was opened, and with the text that the person wrote, or null
   * to leave the cell unchanged.
   */
  onDone: (feature: MapFeature, text: string | null) => void;
}

/** The input of a cell. Enter or leaving the cell saves the new text, and Escape discards it. */
function CellEditor({ label, feature, text, onDone }: CellEditorProps) {
  // The rows may be sorted anew meanwhile, so that another feature comes to stand here.
  const [opened] = useState({ feature, text });
  const [draft, setDraft] = useState(text);
  const isDone = useRef(false);
  const end = (result: string | null) => {
    // A key that ends the input also takes the focus from it, before the input is gone.
    if (isDone.current) return;
    isDone.current = true;
    // The cell may have got another value meanwhile, which an untouched text must not take back.
    onDone(opened.feature, result === opened.text ? null : result);
  };
  return (
    <input
      className={styles.editor}
      aria-label={label}
      value={draft}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit this cell
      autoFocus
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(draft)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(draft);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
