import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import styles from './checkbox.module.css';

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  name?: string;
  children: ReactNode;
}

/** Yes or no, beside its label. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox!}>
      <span className={styles.box}>
        <Check aria-hidden="true" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
