import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import {
  type CurvePoint,
  type CurveType,
  coefficientLimits,
  colourOfValue,
  curveTypes,
  type DataRange,
  hexOfColour,
  previewLimit,
  previewPointCount,
  previewPoints,
  valueFunction,
  type WideCoefficients,
} from '@refugia/engine/valuation/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Curve, type CurveDrawing, type CurveHandle } from '../../../ui/data/curve.tsx';
import type { HandleName } from '../../../ui/data/curve-handles.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { readingText } from '../../../ui/data/number-text.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { useShownFailure } from '../calls/failure.ts';
import { fetchHistogram } from '../calls/raster-calls.ts';
import { handlesOf, withHandleAt } from '../state/curve-handles.ts';
import { type ValuationSettings, withCurveType } from '../state/valuation-settings.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface CurvePreviewProps {
  draft: ValuationDraft;
  rasterId: number;
  range: DataRange;
  /** The unit of the numbers, or an empty text. */
  unit: string;
}

const ticks = [1, 0, -1];

/** Plots the curve over the layer's numbers, with the frequency of these numbers below it. */
export function CurvePreview({ draft, rasterId, range, unit }: CurvePreviewProps) {
  return (
    <div className={styles.charts}>
      <DraftCurve draft={draft} range={range} />
      <RasterHistogram rasterId={rasterId} />
      <div className={styles.unit}>
        <SideNote>
          Value in arbitrary units, over the numbers of the layer{unit !== '' && `, in ${unit}`}.
        </SideNote>
      </div>
    </div>
  );
}

/** Follows the draft without rendering React, so that a moved slider renders nothing but itself. */
function DraftCurve({ draft, range }: Pick<CurvePreviewProps, 'draft' | 'range'>) {
  const type = useDraft(draft, ({ function: made }) => made.type);
  const palette = useDraft(draft, (settings) => settings.palette);
  const handles = useHandleNames(draft, range);
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
      handles={handles}
      onDrag={(id, place) => {
        const { function: made } = draft.getState();
        if (made.type === 'class') return;
        draft.setCurve(withHandleAt(made, range, id, place), `handle ${id}`);
      }}
      onDragEnd={draft.endGesture}
    />
  );
}

/** The names of the curve's handles. They change with its kind and with the number of its points. */
function useHandleNames(draft: ValuationDraft, range: DataRange): readonly HandleName[] {
  const kind = useDraft(draft, ({ function: made }) =>
    made.type === 'points' ? `points ${made.points.length}` : made.type,
  );
  return useMemo(() => {
    const { function: made } = draft.getState();
    const isOf = made.type !== 'class' && kind.startsWith(made.type);
    return isOf ? handlesOf(made, range).map(({ id, name }) => ({ id, name })) : [];
  }, [draft, range, kind]);
}

/** So many numbers draw a smooth line without dots. */
const smoothPointCount = 101;

function drawingOf({ function: made }: ValuationSettings, range: DataRange): CurveDrawing {
  if (made.type === 'class') return { points: [] };
  const handles = handlesOf(made, range);
  if (made.type === 'points')
    return { points: linePoints(made.points, range), handles, isPlain: true };
  const isWide = made.type === 'peak' || made.type === 'sigmoid';
  const shown = previewPoints(made, range, isWide ? smoothPointCount : previewPointCount);
  return {
    points: shown.map(({ x, shownValue, isCut }) => ({ x, y: shownValue, isCut })),
    jumpAt: made.type === 'step' ? made.coefficients.B : undefined,
    handles,
    isPlain: isWide,
  };
}

/** The corners of a curve of points, from the smallest number of the layer to the largest. */
function linePoints(
  points: readonly CurvePoint[],
  { min, max }: DataRange,
): CurveDrawing['points'] {
  const inside = points.filter(([x]) => x >= min && x <= max);
  const valueAt = valueFunction({ type: 'points', points }, { min, max });
  const all = [[min, valueAt(min)] as const, ...inside, [max, valueAt(max)] as const];
  return all.map(([x, y]) => ({ x, y, isCut: false }));
}

function RasterHistogram({ rasterId }: { rasterId: number }) {
  const { data, error } = useQuery({
    queryKey: ['value-mapper', 'histogram', rasterId],
    queryFn: ({ signal }) => fetchHistogram(rasterId, signal),
  });
  useShownFailure(valueMapperErrorLabels.getHistogram, error);
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

/** The inputs of the kind of curve and of its coefficients, with the formula that they belong to. */
export function CurveFields({ draft, range }: CurveFieldsProps) {
  const type = useDraft(draft, ({ function: made }) => made.type);
  const resets = useDraft(draft, (_, { coefficientResets }) => coefficientResets);
  if (type === 'class') return null;
  const names = coefficientNames(type);
  return (
    <div className={styles.fields}>
      <Select<CurveType>
        label="Type"
        options={curveTypes.map((id) => ({ id, label: curveNames[id] }))}
        value={type}
        onChange={(next) => draft.set(withCurveType(draft.getState(), next, range))}
      />
      <SideNote>{formulas[type]}</SideNote>
      {type !== 'points' &&
        names.map((name) => (
          <Coefficient
            key={`${type} ${name} ${resets}`}
            draft={draft}
            range={range}
            type={type}
            name={name}
          />
        ))}
    </div>
  );
}

function coefficientNames(type: CurveType): readonly (keyof WideCoefficients)[] {
  switch (type) {
    case 'points':
      return [];
    case 'peak':
    case 'sigmoid':
      return ['A', 'B', 'C', 'D'];
    default:
      return ['A', 'B', 'C'];
  }
}

interface CoefficientProps extends CurveFieldsProps {
  type: Exclude<CurveType, 'points'>;
  name: keyof WideCoefficients;
}

/** The slider of a coefficient, which keeps its number: one from outside would render twice. */
export function Coefficient({ draft, range, type, name }: CoefficientProps) {
  const [value, setValue] = useState(() => {
    const { function: made } = draft.getState();
    if (!('coefficients' in made)) return 0;
    const coefficients: Partial<WideCoefficients> = made.coefficients;
    return coefficients[name] ?? 0;
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
      onChangeEnd={draft.endGesture}
      minValue={min}
      // The slider needs a length even if it has only one number.
      maxValue={isFixed ? min + 1 : max}
      step={step}
      isDisabled={isFixed}
      format={readingText}
    />
  );
}

const labelOf = (name: keyof WideCoefficients, type: CurveType): string =>
  ({ A: 'Amplitude', B: secondLabels[type] ?? 'Curvature', C: 'Offset', D: 'Width' })[name];

/** What B is called where it is a number of the data. */
const secondLabels: Partial<Record<CurveType, string>> = {
  step: 'Curvature (threshold)',
  peak: 'Curvature (place of the peak)',
  sigmoid: 'Curvature (half way)',
};

const curveNames: Readonly<Record<CurveType, string>> = {
  lin: 'Linear',
  log: 'Logarithmic',
  exp: 'Exponential',
  step: 'Step',
  peak: 'Peak',
  sigmoid: 'S-shaped',
  points: 'Points',
};

const share = 't is 0 at the smallest number x of the layer and 1 at the largest';

/** The formula of each curve, with A for amplitude, B for curvature, C for offset and D for width. */
const formulas: Readonly<Record<CurveType, string>> = {
  lin: `A · t + C; ${share}.`,
  log: `A · ln(1 + (e^B − 1) · t) / B + C; ${share}.`,
  exp: `A · (e^(B · t) − 1) / (e^B − 1) + C; ${share}.`,
  step: 'A + C where the number is above B, else C.',
  peak: 'A · 2^(−(2 · (x − B) / D)²) + C for the number x; D is the width at half of the height.',
  sigmoid: 'A / (1 + 81^(−(x − B) / D)) + C for the number x; from a tenth to nine tenths over D.',
  points: 'Straight lines from point to point, and level beyond the first and the last.',
};
