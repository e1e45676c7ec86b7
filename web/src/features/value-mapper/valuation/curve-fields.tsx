import {
  type CurveCoefficients,
  type CurveType,
  coefficientLimits,
  curveTypes,
  type DataRange,
} from '@refugia/engine/valuation/index.ts';
import { useState } from 'react';
import { readingText } from '../../../ui/forms/number-text.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { withCurveType } from '../state/valuation-settings.ts';
import { curveNames } from './curve-names.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface CurveFieldsProps {
  draft: ValuationDraft;
  range: DataRange;
}

const names = ['A', 'B', 'C'] as const;

/** The inputs of the kind of curve and of its coefficients. */
export function CurveFields({ draft, range }: CurveFieldsProps) {
  const type = useDraft(draft, ({ function: made }) => made.type);
  if (type === 'class') return null;
  return (
    <div className={styles.fields}>
      <Select<CurveType>
        label="Type"
        options={curveTypes.map((id) => ({ id, label: curveNames[id] }))}
        value={type}
        onChange={(next) => draft.set(withCurveType(draft.getState(), next, range))}
      />
      {names.map((name) => (
        <Coefficient key={`${type} ${name}`} draft={draft} range={range} type={type} name={name} />
      ))}
    </div>
  );
}

interface CoefficientProps extends CurveFieldsProps {
  type: CurveType;
  name: keyof CurveCoefficients;
}

/**
 * The slider of a coefficient of one kind of curve. Nothing else changes its number, so it keeps
 * the number itself, because React would render twice for a number from outside.
 */
export function Coefficient({ draft, range, type, name }: CoefficientProps) {
  const [value, setValue] = useState(() => {
    const { function: made } = draft.getState();
    return made.type === 'class' ? 0 : made.coefficients[name];
  });
  const { min, max, step, isFixed } = coefficientLimits(type, range)[name];
  return (
    <Slider
      label={labelOf(name, type)}
      value={value}
      onChange={(next) => {
        setValue(next);
        draft.setCoefficient(name, next);
      }}
      minValue={min}
      // The slider needs a length even if it has only one number.
      maxValue={isFixed ? min + 1 : max}
      step={step}
      isDisabled={isFixed}
      format={readingText}
    />
  );
}

function labelOf(name: keyof CurveCoefficients, type: CurveType): string {
  switch (name) {
    case 'A':
      return 'Amplitude';
    case 'B':
      return type === 'step' ? 'Curvature (threshold)' : 'Curvature';
    case 'C':
      return 'Offset';
  }
}
