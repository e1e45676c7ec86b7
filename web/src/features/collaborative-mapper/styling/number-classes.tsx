import type { ColorByClasses } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import {
  type ClassMethod,
  classMethods,
} from '@refugia/contract/collaborative-mapper/style-choices.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useId, useState } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { breaksOf, classCounts } from './breaks.ts';
import { ColorField } from './color-field.tsx';
import { rangeTexts } from './legend-entries.ts';
import { rampColors, rampGroups } from './ramps.ts';
import styles from './styling.module.css';

const { maxClasses, unitMaxLength } = limits.collaborativeMapper.style;

const methodLabels: Record<ClassMethod, string> = {
  quantile: 'As many features in each (quantile)',
  'equal interval': 'Equal intervals',
  'natural breaks': 'Natural breaks (Jenks)',
  manual: 'By hand',
};
const methods = classMethods.map((id) => ({ id, label: methodLabels[id] }));
const usualClasses = 5;
const usualRamp = 'YlGnBu';
const histogramBars = 40;

interface NumberClassesProps {
  layer: VectorLayer;
  values: LayerValues;
  colorBy: ColorByClasses;
  onChange: (colorBy: ColorByClasses) => void;
}

/** Classes of an attribute's numbers, with their breaks, colours and counts. */
export function NumberClasses({ layer, values, colorBy, onChange }: NumberClassesProps) {
  const { sorted, count: all } = values.numbers;
  const { method, breaks, colors, unit = '' } = colorBy;
  const isNew = breaks.length === 0 && method !== 'manual';
  const [wanted, setWanted] = useState(isNew ? usualClasses : colors.length);
  const classify = (nextMethod: ClassMethod, classes: number) => {
    const next = breaksOf(sorted, nextMethod === 'manual' ? 'quantile' : nextMethod, classes);
    const isSame = next.length === breaks.length && !isNew;
    const nextColors = isSame ? colors : rampColors(usualRamp, next.length + 1);
    onChange({ ...colorBy, method: nextMethod, breaks: next, colors: nextColors });
  };
  useOnChange(values, () => {
    if (isNew && sorted.length > 0) classify(method, wanted);
  });
  if (sorted.length === 0)
    return (
      <Text number={2}>This field has no numbers. Choose another one, or color by values.</Text>
    );
  return (
    <>
      <Select
        label="Classes"
        options={methods}
        value={method}
        onChange={(next) =>
          next === 'manual' ? onChange({ ...colorBy, method: next }) : classify(next, wanted)
        }
      />
      <Slider
        label="Number of classes"
        minValue={2}
        maxValue={maxClasses}
        value={wanted}
        onChange={(classes) => {
          setWanted(classes);
          classify(method, classes);
        }}
      />
      {breaks.length + 1 < wanted && (
        <SideNote>Too few numbers differ for {wanted} classes.</SideNote>
      )}
      <RampChoice colors={colors} onChange={(next) => onChange({ ...colorBy, colors: next })} />
      <Numbers sorted={sorted} />
      <ClassList
        colorBy={colorBy}
        counts={classCounts(sorted, breaks).map((count) =>
          Math.round((count * all) / sorted.length),
        )}
        onChange={onChange}
      />
      {layer.feature_count > all && (
        <SideNote>Features without a number have the color of other values.</SideNote>
      )}
      {all > sorted.length && (
        <SideNote>
          Of {all.toLocaleString('en-US')} numbers, {sorted.length.toLocaleString('en-US')} of
          evenly spaced ranks make the classes. The counts are estimates.
        </SideNote>
      )}
      <TextField
        label="Unit in the legend"
        placeholder="ha, m, per km² …"
        maxLength={unitMaxLength}
        value={unit}
        onChange={(next) => onChange({ ...colorBy, unit: next === '' ? undefined : next })}
      />
    </>
  );
}

function Numbers({ sorted }: { sorted: readonly number[] }) {
  const [min] = sorted;
  const max = sorted[sorted.length - 1];
  if (min === max) return null;
  const edges = Array.from(
    { length: histogramBars - 1 },
    (_, index) => min + ((index + 1) / histogramBars) * (max - min),
  );
  return <Histogram label="The numbers" counts={classCounts(sorted, edges)} min={min} max={max} />;
}

interface ClassListProps extends Pick<NumberClassesProps, 'colorBy' | 'onChange'> {
  counts: readonly number[];
}

function ClassList({ colorBy, counts, onChange }: ClassListProps) {
  const { breaks, colors, unit } = colorBy;
  return (
    <ul className={styles.values} aria-label="Classes of numbers">
      {rangeTexts(breaks, unit).map((range, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a class is its place among the others
        <li key={index} className={styles.class}>
          <ColorField
            label={range}
            note={counts[index].toLocaleString('en-US')}
            value={colors[index]}
            onChange={(color) => onChange({ ...colorBy, colors: colors.with(index, color) })}
          />
          {index < breaks.length && (
            <BreakField
              // A break that was computed anew replaces what was typed.
              key={breaks[index]}
              label={`Break above class ${index + 1}`}
              value={breaks[index]}
              above={breaks[index - 1] ?? Number.NEGATIVE_INFINITY}
              below={breaks[index + 1] ?? Number.POSITIVE_INFINITY}
              onChange={(each) =>
                onChange({ ...colorBy, method: 'manual', breaks: breaks.with(index, each) })
              }
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface BreakFieldProps {
  label: string;
  value: number;
  /** The neighbouring breaks, between which the value stays. */
  above: number;
  below: number;
  onChange: (value: number) => void;
}

function BreakField({ label, value, above, below, onChange }: BreakFieldProps) {
  const [text, setText] = useState(String(value));
  const typed = Number(text);
  const isValid = text.trim() !== '' && typed > above && typed < below;
  const take = () => {
    if (!isValid) setText(String(value));
    else if (typed !== value) onChange(typed);
  };
  return (
    <input
      className={styles.break}
      type="number"
      step="any"
      aria-label={label}
      aria-invalid={!isValid}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

interface RampChoiceProps {
  /** The lowest class first. */
  colors: readonly string[];
  onChange: (colors: string[]) => void;
}

/** A choice among ramps of colours, in either direction. */
function RampChoice({ colors, onChange }: RampChoiceProps) {
  const group = useId();
  const [isReversed, setReversed] = useState(() => isRamp(colors.toReversed()));
  return (
    <fieldset className={styles.ramps}>
      <legend className={styles.caption}>Color ramp</legend>
      <div className={styles.rampGrid}>
        {rampGroups.flatMap(({ names, note }) =>
          names.map((name) => {
            const ramp = rampColors(name, colors.length);
            if (isReversed) ramp.reverse();
            return (
              <label key={name} className={styles.ramp} title={`${name}${note}`}>
                <input
                  type="radio"
                  name={group}
                  aria-label={`${name}${note}`}
                  checked={isSame(ramp, colors)}
                  onChange={() => onChange(ramp)}
                />
                <span className={styles.strip} aria-hidden="true">
                  {ramp.map((color) => (
                    <span key={color} style={{ background: color }} />
                  ))}
                </span>
              </label>
            );
          }),
        )}
      </div>
      <Text number={3} tone="faint">
        Ramps by Cynthia Brewer, colorbrewer.org
      </Text>
      <Checkbox
        isSelected={isReversed}
        onChange={(reverse) => {
          setReversed(reverse);
          onChange(colors.toReversed());
        }}
      >
        Reverse
      </Checkbox>
    </fieldset>
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((color, index) => color === other[index]);
}

function isRamp(colors: readonly string[]): boolean {
  return rampGroups.some(({ names }) =>
    names.some((name) => isSame(rampColors(name, colors.length), colors)),
  );
}
