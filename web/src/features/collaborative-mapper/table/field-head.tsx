import { limits } from '@refugia/contract/limits.ts';
import { ChevronDown, Trash2 } from 'lucide-react';
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
  /** Null where the column may not be changed. */
  change: FieldChange | null;
}

/** A column's name; its owner renames and removes it there. */
export function FieldHead({ field, change }: FieldHeadProps) {
  const [name, setName] = useState(field.name);
  return (
    <span className={styles.fieldHead}>
      <span className={styles.fieldName}>{field.name}</span>
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
