import { useState } from 'react';
import { TextField } from '../../../ui/forms/text-field.tsx';
import styles from './feature-card.module.css';
import { fieldOf, withText, withValue } from './field-text.ts';

interface AttributeFieldProps {
  name: string;
  value: string;
  onSave: (text: string) => void;
}

/** The field of an attribute. Enter or leaving the field saves the text. */
export function AttributeField({ name, value, onSave }: AttributeFieldProps) {
  const [kept, setField] = useState(() => fieldOf(value));
  const field = withValue(kept, value);
  if (field !== kept) setField(field);
  const save = () => {
    if (field.text !== value) onSave(field.text);
  };
  return (
    <form
      className={styles.grow}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={save}
    >
      <TextField
        label={name}
        value={field.text}
        onChange={(text) => setField(withText(field, text))}
        {...(field.isOvertaken && {
          description: `Somebody else wrote “${value}” meanwhile. Your text will replace it.`,
        })}
      />
    </form>
  );
}
