import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { Crosshair } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/media/icon.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellText } from './cell-value.ts';
import styles from './table.module.css';

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
  onPress: (column: number) => void;
  /** Called when a cell is to be edited, or when its number is to show the feature. */
  onBegin: (column: number) => void;
  onDone: (feature: MapFeature, key: string, text: string | null) => void;
}

/** A feature's row: its number, which shows it on the map, and its attributes. */
export function GridRow(props: GridRowProps) {
  const { id, row, offsetPixels, columns, feature, activeColumn, isEditing } = props;
  const { onPress, onBegin, onDone } = props;
  return (
    <tr
      className={styles.row}
      style={{ transform: `translateY(${offsetPixels}px)` }}
      aria-rowindex={row + 2}
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
