import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import {
  type CurveCoefficients,
  type CurveType,
  coefficientLimits,
  colourOfValue,
  type DataRange,
  hexOfColour,
  previewLimit,
  previewPoints,
  specifiedCurveTypes,
} from '@refugia/engine/valuation/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Curve, type CurveDrawing, type CurveHandle } from '../../../ui/data/curve.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { readingText } from '../../../ui/forms/number-text.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchHistogram } from '../calls/calls.ts';
import { showFailure } from '../calls/failure.ts';
import { type ValuationSettings, withCurveType } from '../state/valuation-settings.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface CurvePreviewProps {
  draft: ValuationDraft;
  rasterId: number;
  range: DataRange;
}

const ticks = [1, 0, -1];

/** Plots the curve over the layer's numbers, with the frequency of these numbers below it. */
export function CurvePreview({ draft, rasterId, range }: CurvePreviewProps) {
  return (
    <div className={styles.charts}>
      <DraftCurve draft={draft} range={range} />
      <RasterHistogram rasterId={rasterId} />
      <Text number={3} tone="soft">
        Value in arbitrary units, over the numbers of the layer.
      </Text>
    </div>
  );
}

/** Follows the draft without rendering React, so that a moved slider renders nothing but itself. */
function DraftCurve({ draft, range }: Pick<CurvePreviewProps, 'draft' | 'range'>) {
  const type = useDraft(draft, ({ function: made }) => made.type);
  const palette = useDraft(draft, (settings) => settings.palette);
  const curve = useRef<CurveHandle>(null);
  useEffect(
    () => draft.subscribe(() => curve.current?.draw(drawingOf(draft.getState(), range))),
    [draft, range],
  );
  if (type === 'class') return null;
  return (
    <Curve
      ref={curve}
      label={`${curveNames[type]} curve`}
      drawing={drawingOf(draft.getState(), range)}
      limit={previewLimit}
      ticks={ticks}
      colourOf={(value) => hexOfColour(colourOfValue(value, palette))}
    />
  );
}

function drawingOf({ function: made }: ValuationSettings, range: DataRange): CurveDrawing {
  if (made.type === 'class') return { points: [] };
  return {
    points: previewPoints(made, range).map(({ x, shownValue, isCut }) => ({
      x,
      y: shownValue,
      isCut,
    })),
    jumpAt: made.type === 'step' ? made.coefficients.B : undefined,
  };
}

function RasterHistogram({ rasterId }: { rasterId: number }) {
  const { data, error } = useQuery({
    queryKey: ['value-mapper', 'histogram', rasterId],
    queryFn: ({ signal }) => fetchHistogram(rasterId, signal),
  });
  useEffect(() => {
    if (error !== null) showFailure(valueMapperErrorLabels.getHistogram, error);
  }, [error]);
  if (data === undefined) return null;
  return (
    <Histogram
      label="How often the numbers occur"
      counts={data.counts}
      min={data.min}
      max={data.max}
      hasAxis={false}
    />
  );
}

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
        options={offeredTypes(type).map((id) => ({ id, label: curveNames[id] }))}
        value={type}
        onChange={(next) => draft.set(withCurveType(draft.getState(), next, range))}
      />
      {type !== 'points' &&
        names.map((name) => (
          <Coefficient
            key={`${type} ${name}`}
            draft={draft}
            range={range}
            type={type}
            name={name}
          />
        ))}
    </div>
  );
}

/** The specified kinds, and the one that a program has chosen by the call. */
function offeredTypes(chosen: CurveType): readonly CurveType[] {
  const isSpecified = specifiedCurveTypes.some((type) => type === chosen);
  return isSpecified ? specifiedCurveTypes : [...specifiedCurveTypes, chosen];
}

interface CoefficientProps extends CurveFieldsProps {
  type: Exclude<CurveType, 'points'>;
  name: keyof CurveCoefficients;
}

/**
 * The slider of a coefficient of one kind of curve. Nothing else changes its number, so it keeps
 * the number itself, because React would render twice for a number from outside.
 */
export function Coefficient({ draft, range, type, name }: CoefficientProps) {
  const [value, setValue] = useState(() => {
    const { function: made } = draft.getState();
    return 'coefficients' in made ? made.coefficients[name] : 0;
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

/** The names of the curves for people. */
const curveNames: Readonly<Record<CurveType, string>> = {
  lin: 'Linear',
  log: 'Logarithmic',
  exp: 'Exponential',
  step: 'Step',
  peak: 'Peak',
  sigmoid: 'S-shaped',
  points: 'Points',
};
