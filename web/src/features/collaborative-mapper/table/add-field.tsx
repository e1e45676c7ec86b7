import { limits } from '@refugia/contract/limits.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Adds a column to a table. */
export function AddField({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Popover
      title="New column"
      placement="top"
      trigger={
        <Button kind="secondary" size="sm" icon={<Icon of={Plus} size="sm" />}>
          Add column
        </Button>
      }
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
          <Button type="submit" size="sm" isDisabled={name.trim() === ''}>
            Add
          </Button>
        </FormActions>
      </Form>
    </Popover>
  );
}
