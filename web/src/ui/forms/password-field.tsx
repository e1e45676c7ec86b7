import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField as AriaTextField, Input, ToggleButton } from 'react-aria-components';
import styles from './field.module.css';
import { FieldNote, type FieldProps } from './field.tsx';
import { Label } from './label.tsx';

interface PasswordFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
}

/** A password input with a label. The eye button shows the password. */
export function PasswordField({ label, description, error, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <AriaTextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field!}
    >
      <Label>{label}</Label>
      <div className={styles.box}>
        <Input className={styles.input!} autoCapitalize="off" spellCheck={false} />
        <ToggleButton
          className={styles.reveal!}
          isSelected={isShown}
          onChange={setIsShown}
          aria-label="Show the characters"
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </ToggleButton>
      </div>
      <FieldNote description={description} error={error} />
    </AriaTextField>
  );
}
