import { Check } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './list-box.module.css';

export interface Option<Id extends string = string> {
  id: Id;
  label: string;
  /** A less prominent second line. */
  description?: string;
  isDisabled?: boolean;
  /** Whether the option is in the list but neither visible nor reachable. */
  isHidden?: boolean;
}

/** An option in the list of a select or an autocomplete. */
export function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled || option.isHidden}
      className={classNames(styles.option, option.isHidden && styles.hidden)}
    >
      {({ isSelected }) => (
        <>
          <span className={styles.words}>
            {/* Both lines are the option's name, so that a screen reader says what is visible. */}
            <span>{option.label}</span>
            {option.description !== undefined && (
              <span className={styles.description}>{option.description}</span>
            )}
          </span>
          {isSelected && <Icon of={Check} size="sm" />}
        </>
      )}
    </ListBoxItem>
  );
}
