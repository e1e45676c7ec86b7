import type { SortOrder } from '@refugia/contract/collaborative-mapper/features.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Field } from './fields.ts';
import styles from './table.module.css';
import type { FieldChange } from './use-layer-fields.ts';

interface FieldHeadProps {
  field: Field;
  /** How the rows are sorted by it; null where they are not. */
  order: SortOrder | null;
  onSort: () => void;
  /** Null where the column may not be changed. */
  change: FieldChange | null;
}

/** A column's name, which sorts by it when it is pressed; its owner renames and removes it there. */
export function FieldHead({ field, order, onSort, change }: FieldHeadProps) {
  const [name, setName] = useState(field.name);
  return (
    <span className={styles.fieldHead}>
      {/* The grid around it has the keyboard's focus, and sorts by Enter. */}
      <button type="button" tabIndex={-1} className={styles.fieldName} onClick={onSort}>
        <span className={styles.fieldText}>{field.name}</span>
        {order !== null && <Icon of={order === 'ascending' ? ArrowUp : ArrowDown} size="sm" />}
      </button>
      {change !== null && (
        <Popover
          title={field.name}
          trigger={
            <Button
              kind="text"
              size="inherit"
              icon={<Icon of={ChevronDown} size="sm" />}
              aria-label={`Change the column ${field.name}`}
            />
          }
        >
          <Form
            onSubmit={() => {
              if (name.trim() !== '') change.rename(field.key, name.trim());
            }}
          >
            <TextField
              label="Name"
              value={name}
              onChange={setName}
              maxLength={limits.collaborativeMapper.attributeNameMaxLength}
            />
            <FormActions>
              <Button
                kind="secondary"
                size="sm"
                tone="danger"
                icon={<Icon of={Trash2} size="sm" />}
                onPress={() => change.remove(field.key)}
              >
                Remove
              </Button>
              <Button type="submit" size="sm" isDisabled={name.trim() === ''}>
                Rename
              </Button>
            </FormActions>
          </Form>
        </Popover>
      )}
    </span>
  );
}
