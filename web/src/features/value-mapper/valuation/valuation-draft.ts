import type {
  ClassValue,
  CurveCoefficients,
  ValuationCurve,
} from '@refugia/engine/valuation/index.ts';
import { useSyncExternalStore } from 'react';
import { Store } from '../../../lib/store.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';

/**
 * The settings of the dialog that are not stored yet. The map and the parts of the dialog listen to
 * the draft themselves, so that a moved slider renders only what shows its number.
 */
export class ValuationDraft extends Store<ValuationSettings> {
  /** Replaces the settings. */
  set(settings: ValuationSettings): void {
    this.setState(settings);
  }

  /** Sets a coefficient of the curve. It does nothing where there is none. */
  setCoefficient(name: keyof CurveCoefficients, value: number): void {
    const { function: made } = this.getState();
    if (!('coefficients' in made)) return;
    const coefficients = { ...made.coefficients, [name]: value };
    // The compiler can't see that the type and its coefficients still belong together.
    this.set({ ...this.getState(), function: { ...made, coefficients } as ValuationCurve });
  }

  /** Sets the value of a class. It does nothing for a curve. */
  setClassValue(code: number, value: number): void {
    const { function: made } = this.getState();
    if (made.type !== 'class') return;
    const values = made.values.map(
      (each): ClassValue => (each.code === code ? { code, value } : each),
    );
    this.set({ ...this.getState(), function: { type: 'class', values } });
  }
}

/**
 * Reads a part of the draft.
 * @param select returns the same object while nothing in that part has changed
 */
export function useDraft<Part>(
  draft: ValuationDraft,
  select: (settings: ValuationSettings) => Part,
): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.getState()));
}
