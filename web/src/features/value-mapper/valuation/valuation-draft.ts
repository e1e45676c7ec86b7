import type { ClassValue, CurveCoefficients } from '@refugia/engine/valuation/index.ts';
import { useSyncExternalStore } from 'react';
import type { ValuationSettings } from '../state/valuation-settings.ts';

/**
 * What is set in the dialog and not yet stored. The map and the parts of the dialog listen to it
 * themselves, so that a moved slider renders nothing but what shows its number.
 */
export class ValuationDraft {
  #settings: ValuationSettings;
  readonly #listeners = new Set<() => void>();

  constructor(settings: ValuationSettings) {
    this.#settings = settings;
  }

  getState = (): ValuationSettings => this.#settings;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(settings: ValuationSettings): void {
    this.#settings = settings;
    for (const listener of this.#listeners) listener();
  }

  setCoefficient(name: keyof CurveCoefficients, value: number): void {
    const { function: made } = this.#settings;
    if (made.type === 'class') return;
    const coefficients = { ...made.coefficients, [name]: value };
    this.set({ ...this.#settings, function: { ...made, coefficients } });
  }

  setClassValue(code: number, value: number): void {
    const { function: made } = this.#settings;
    if (made.type !== 'class') return;
    const values = made.values.map(
      (each): ClassValue => (each.code === code ? { code, value } : each),
    );
    this.set({ ...this.#settings, function: { type: 'class', values } });
  }
}

/** A part of the draft. @param select answers the same as long as nothing of it has changed */
export function useDraft<Part>(
  draft: ValuationDraft,
  select: (settings: ValuationSettings) => Part,
): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.getState()));
}
