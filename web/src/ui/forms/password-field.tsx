import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input, ToggleButton } from 'react-aria-components';
import styles from './field.module.css';
import { type TextField, TypedField } from './text-field.tsx';

interface PasswordFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'type' | 'placeholder' | 'trailing'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password input with a label. The eye button shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TypedField {...props} type={isShown ? 'text' : 'password'}>
      <Input className={styles.input} autoCapitalize="off" spellCheck={false} />
      <ToggleButton
        className={styles.reveal}
        isSelected={isShown}
        onChange={setIsShown}
        aria-label="Show the characters"
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </ToggleButton>
    </TypedField>
  );
}
