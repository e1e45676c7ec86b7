import { ChevronDown } from 'lucide-react';
import {
  Button as AriaButton,
  Popover as AriaPopover,
  Select as AriaSelect,
  ListBox,
  SelectValue,
  VisuallyHidden,
} from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import fieldStyles from './field.module.css';
import { FieldNote, type FieldProps, Label } from './field.tsx';
import listStyles from './list-box.module.css';
import { type Option, OptionRow } from './list-box.tsx';
import styles from './select.module.css';

interface SelectProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[];
  /** The id of the chosen option. It is `null` or the empty string while there is none. */
  value: Id | '' | null;
  onChange: (id: Id) => void;
  onBlur?: () => void;
  name?: string;
  /** Whether the label is only spoken, because what stands beside the field says as much. */
  isLabelHidden?: boolean;
  placeholder?: string;
}

/** A choice of one among a few options in a list. For many options use an `Autocomplete`. */
export function Select<Id extends string>({
  label,
  description,
  error,
  options,
  value,
  onChange,
  placeholder = 'Choose one',
  isLabelHidden = false,
  ...rest
}: SelectProps<Id>) {
  return (
    <AriaSelect
      {...rest}
      value={value === '' ? null : value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      {isLabelHidden ? (
        <VisuallyHidden>
          <Label>{label}</Label>
        </VisuallyHidden>
      ) : (
        <Label>{label}</Label>
      )}
      <AriaButton className={classNames(fieldStyles.box, styles.trigger)}>
        <SelectValue className={styles.value}>
          {({ isPlaceholder, selectedText }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <Icon of={ChevronDown} size="sm" />
      </AriaButton>
      <FieldNote description={description} error={error} />
      <AriaPopover className={listStyles.popover} offset={4}>
        <ListBox items={options} className={listStyles.list}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </AriaPopover>
    </AriaSelect>
  );
}
