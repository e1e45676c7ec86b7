import {
  type CurvePoint,
  type DataRange,
  mostCurvePoints,
  type ValuationCurve,
} from '@refugia/engine/valuation/index.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { numberText } from '../../../ui/data/number-text.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { changed, clamp, withMorePoints } from '../state/curve-handles.ts';
import { between, presetOf } from '../state/curve-presets.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

/** The numbers that a sentence about a curve leaves open, to be typed. */
export function CurveNumbers({ draft, range }: { draft: ValuationDraft; range: DataRange }) {
  const made = useDraft(draft, ({ function: each }) => (hasNumbers(each.type) ? each : null));
  if (made === null || made.type === 'class') return null;
  const set = (curve: ValuationCurve) => draft.setCurve(curve);
  switch (made.type) {
    case 'step':
      return (
        <TypedNumber
          label="Only above"
          value={made.coefficients.B}
          within={range}
          onChange={(B) => set(changed(made, { B }))}
        />
      );
    case 'peak':
    case 'sigmoid':
      return <WideNumbers curve={made} range={range} onChange={set} />;
    case 'points':
      return presetOf(made) === 'between' ? (
        <BetweenNumbers points={made.points} range={range} onChange={set} />
      ) : (
        <PointNumbers points={made.points} range={range} onChange={set} />
      );
    default:
      return null;
  }
}

/** Whether a curve has numbers of the data. Others need not be read again when they change. */
const hasNumbers = (type: string): boolean => ['step', 'peak', 'sigmoid', 'points'].includes(type);

interface WideNumbersProps {
  curve: Extract<ValuationCurve, { type: 'peak' | 'sigmoid' }>;
  range: DataRange;
  onChange: (curve: ValuationCurve) => void;
}

function WideNumbers({ curve, range, onChange }: WideNumbersProps) {
  const { B, D } = curve.coefficients;
  const isPeak = curve.type === 'peak';
  // A peak is told by half of its width, because that is how far one may go from the best number.
  const part = isPeak ? 2 : 1;
  return (
    <div className={styles.numbers}>
      <TypedNumber
        label={isPeak ? 'Best around' : 'Half as good at'}
        value={B}
        within={range}
        onChange={(next) => onChange(changed(curve, { B: next }))}
      />
      <TypedNumber
        label={isPeak ? 'Half as good this far away' : 'Rises over'}
        value={D / part}
        within={{ min: 1e-9, max: 1e9 }}
        onChange={(next) => onChange(changed(curve, { D: next * part }))}
      />
    </div>
  );
}

interface PointNumbersProps {
  points: readonly CurvePoint[];
  range: DataRange;
  onChange: (curve: ValuationCurve) => void;
}

function BetweenNumbers({ points, range, onChange }: PointNumbersProps) {
  const [from, to] = [points[0][0], points[3][0]];
  const set = (low: number, high: number) =>
    onChange({ type: 'points', points: between(low, high) });
  return (
    <div className={styles.numbers}>
      <TypedNumber
        label="Only above"
        value={from}
        within={{ min: range.min, max: to }}
        onChange={(next) => set(next, to)}
      />
      <TypedNumber
        label="and up to"
        value={to}
        within={{ min: from, max: range.max }}
        onChange={(next) => set(from, next)}
      />
    </div>
  );
}

function PointNumbers({ points, range, onChange }: PointNumbersProps) {
  const set = (next: readonly CurvePoint[]) => onChange({ type: 'points', points: next });
  return (
    <div className={styles.fields}>
      <ul className={styles.classes} aria-label="Points of the curve">
        {points.map(([x, y], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place among the others
          <li key={index} className={styles.point}>
            <TypedNumber
              label={`Number ${index + 1}`}
              value={x}
              within={{
                min: points[index - 1]?.[0] ?? range.min,
                max: points[index + 1]?.[0] ?? range.max,
              }}
              onChange={(next) => set(points.with(index, [next, y]))}
            />
            <TypedNumber
              label={`Value ${index + 1}`}
              value={y}
              within={{ min: -1, max: 1 }}
              onChange={(next) => set(points.with(index, [x, next]))}
            />
            <IconButton
              icon={Trash2}
              label={`Remove point ${index + 1}`}
              isDisabled={points.length <= 2}
              onPress={() => set(points.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <TextButton
        icon={Plus}
        isDisabled={points.length >= mostCurvePoints}
        onPress={() => set(withMorePoints(points, range))}
      >
        Add a point
      </TextButton>
    </div>
  );
}

interface TypedNumberProps {
  label: string;
  value: number;
  /** What is typed beyond these is set to the nearer one. */
  within: DataRange;
  onChange: (value: number) => void;
}

/** A number that is typed. It counts when the field is left, or at Enter. */
function TypedNumber({ label, value, within, onChange }: TypedNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function commit(): void {
    setTyped(null);
    const number = Number((typed ?? '').trim().replace(/,/g, '').replace('−', '-') || Number.NaN);
    if (!Number.isFinite(number)) return;
    const next = clamp(number, within);
    if (next !== value) onChange(next);
  }
  return (
    <TextField
      label={label}
      value={typed ?? numberText(value)}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
