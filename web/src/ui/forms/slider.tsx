import type { ReactNode } from 'react';
import {
  Slider as AriaSlider,
  Label,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Called once when the thumb is released, which is the time to update an address or to save. */
  onChangeEnd?: (value: number) => void;
  minValue?: number;
  maxValue?: number;
  step?: number;
  isDisabled?: boolean;
  /** Puts label, track and value on one line. Several such sliders belong into `SliderRows`. */
  isRow?: boolean;
  /** Writes the value. Default the plain number. */
  format?: (value: number) => string;
}

/** Screen readers say as many digits of a value as float32 holds. */
const spokenDigits = { maximumSignificantDigits: 7 } as const;

/** A slider for a number, set by dragging or with the arrow keys. */
export function Slider({
  label,
  value,
  onChange,
  onChangeEnd,
  minValue = 0,
  maxValue = 10,
  step = 1,
  isDisabled,
  isRow = false,
  format = String,
}: SliderProps) {
  return (
    <AriaSlider
      className={classNames(styles.slider, isRow && styles.row)}
      value={value}
      onChange={onChange}
      onChangeEnd={onChangeEnd}
      minValue={minValue}
      maxValue={maxValue}
      step={step}
      isDisabled={isDisabled}
      formatOptions={spokenDigits}
    >
      <Label className={styles.label}>{label}</Label>
      <SliderOutput className={styles.output}>{format(value)}</SliderOutput>
      <SliderTrack className={styles.track}>
        {({ state }) => (
          <>
            <span className={styles.rail} />
            <span
              className={styles.fill}
              style={{ inlineSize: `${state.getThumbPercent(0) * 100}%` }}
            />
            <SliderThumb className={styles.thumb} />
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  );
}

/** Sliders with one line each, whose tracks are aligned. */
export function SliderRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
