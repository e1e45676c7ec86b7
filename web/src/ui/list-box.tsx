import { Check } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './list-box.module.css';

/** One of several things to choose from. */
export interface Option<Id extends string = string> {
  /** Stable, and different from the others'. */
  id: Id;
  label: string;
  /** A quieter second line. */
  description?: string;
  isDisabled?: boolean;
  /** Known to the list, and neither shown nor reached. */
  isHidden?: boolean;
}

/** An option as a select and an autocomplete list it. */
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
            {/* Both lines are the option's name: a screen reader says what is seen. */}
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
