import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
} from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import styles from './checkbox.module.css';
import choiceStyles from './choice.module.css';
import fieldStyles from './field.module.css';
import { ChoiceWords, FieldNote, type FieldProps, Label } from './field.tsx';
import type { Option } from './list-box.tsx';

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A checkbox with its label. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={classNames(choiceStyles.control, styles.checkbox)}>
      <CheckboxMark />
      <span>{children}</span>
    </AriaCheckbox>
  );
}

function CheckboxMark() {
  return (
    <span className={classNames(choiceStyles.mark, styles.box)}>
      <Check aria-hidden="true" />
    </span>
  );
}

interface CheckboxGroupProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[];
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
  orientation?: 'vertical' | 'horizontal';
}

/** A choice of any number among a few options, under one label. */
export function CheckboxGroup<Id extends string>({
  label,
  description,
  error,
  options,
  value,
  onChange,
  orientation = 'vertical',
  ...rest
}: CheckboxGroupProps<Id>) {
  return (
    <AriaCheckboxGroup
      {...rest}
      value={[...value]}
      onChange={(ids) => onChange(options.map(({ id }) => id).filter((id) => ids.includes(id)))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      <Label>{label}</Label>
      <div className={classNames(choiceStyles.choices, choiceStyles[orientation])}>
        {options.map((option) => (
          <AriaCheckbox
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled}
            className={classNames(choiceStyles.control, styles.checkbox, choiceStyles.choice)}
          >
            <CheckboxMark />
            <ChoiceWords option={option} />
          </AriaCheckbox>
        ))}
      </div>
      <FieldNote description={description} error={error} />
    </AriaCheckboxGroup>
  );
}
