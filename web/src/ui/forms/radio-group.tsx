import { Radio as AriaRadio, RadioGroup as AriaRadioGroup } from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import choiceStyles from './choice.module.css';
import fieldStyles from './field.module.css';
import { ChoiceWords, FieldNote, type FieldProps, Label } from './field.tsx';
import type { Option } from './list-box.tsx';
import styles from './radio-group.module.css';

interface RadioGroupProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  orientation?: 'vertical' | 'horizontal';
}

/** A choice of one among a few options that are all visible. */
export function RadioGroup<Id extends string>({
  label,
  description,
  error,
  options,
  onChange,
  orientation = 'vertical',
  ...rest
}: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup
      {...rest}
      orientation={orientation}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      <Label>{label}</Label>
      <div className={classNames(choiceStyles.choices, choiceStyles[orientation])}>
        {options.map((option) => (
          <AriaRadio
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled}
            className={classNames(choiceStyles.control, choiceStyles.choice)}
          >
            <span className={classNames(choiceStyles.mark, styles.ring)} />
            <ChoiceWords option={option} />
          </AriaRadio>
        ))}
      </div>
      <FieldNote description={description} error={error} />
    </AriaRadioGroup>
  );
}
