import { limits } from '@refugia/contract/limits.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';

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
