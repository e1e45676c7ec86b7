import {
  type FieldValue,
  inFieldOrder,
  isBlank,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { ProposedChange } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { wordOfValue } from '../fields/field-values.ts';
import { useLayerName, useShownLayers } from '../workspace/lists.ts';
import { changeWords } from './change-words.ts';
import styles from './proposals.module.css';

interface ListedChangesProps {
  changes: readonly ProposedChange[];
  /** The ids of changes that are left out when the proposal is accepted. */
  left: ReadonlySet<string>;
  /** Null where changes can't be accepted one by one. */
  onLeft: ((left: ReadonlySet<string>) => void) | null;
  isShowing: boolean;
}

/** The changes of a proposal, each with its attributes while it is shown on the map. */
export function ListedChanges({ changes, left, onLeft, isShowing }: ListedChangesProps) {
  const layerName = useLayerName();
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id}>
          {onLeft ? (
            <Checkbox
              isSelected={!left.has(change.id)}
              onChange={(isSelected) => onLeft(toggled(left, change.id, !isSelected))}
            >
              {changeWords(change, layerName)}
            </Checkbox>
          ) : (
            changeWords(change, layerName)
          )}
          {isShowing && <AttributeChanges change={change} />}
        </li>
      ))}
    </ul>
  );
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

function AttributeChanges({ change: { patch, before } }: { change: ProposedChange }) {
  const layers = useShownLayers();
  if (patch.kind !== 'edit' || patch.attributes.length === 0) return null;
  const changed = new Map(patch.attributes.map((each) => [each.name, each]));
  const fields = layers.find(({ id }) => id === before?.layerId)?.fields ?? [];
  return (
    <table className={styles.attributes}>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {inFieldOrder([...changed.keys()], fields).map((key) => {
          const field = fields.find((each) => each.key === key);
          return (
            <tr key={key}>
              <th scope="row">{field?.name ?? key}</th>
              <td>
                <del>{shown(changed.get(key)?.before, field)}</del>
              </td>
              <td>
                <ins>{shown(changed.get(key)?.after, field)}</ins>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** An attribute's value as a text. Missing and empty values are named as such. */
export function shown(value: FieldValue, field?: LayerField): string {
  if (value === undefined) return 'not set';
  return isBlank(value) ? 'empty' : wordOfValue(field, value);
}
