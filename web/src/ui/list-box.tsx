import { Check } from 'lucide-react';
import { ListBoxItem, Text } from 'react-aria-components';
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
}

/** An option as a select and an autocomplete list it. */
export function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled}
      className={styles.option!}
    >
      {({ isSelected }) => (
        <>
          <span className={styles.words}>
            <Text slot="label">{option.label}</Text>
            {option.description !== undefined && (
              <Text slot="description" className={styles.description!}>
                {option.description}
              </Text>
            )}
          </span>
          {isSelected && <Icon of={Check} size="sm" />}
        </>
      )}
    </ListBoxItem>
  );
}
