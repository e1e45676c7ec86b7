import type { ClassValue, ValuationCurve } from '@refugia/engine/valuation/index.ts';
import { useSyncExternalStore } from 'react';
import { Store } from '../../../lib/store.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';

type CoefficientName = 'A' | 'B' | 'C' | 'D';

/**
 * The settings of the dialog that are not stored yet, with those before. The map and the parts of the
 * dialog listen to the draft themselves, so that a moved slider renders only what shows its number.
 */
export class ValuationDraft extends Store<ValuationSettings> {
  #past: readonly ValuationSettings[] = [];
  #future: readonly ValuationSettings[] = [];
  /** What is being dragged. Its changes are one step of undoing. */
  #gesture: string | undefined;
  /** How often a coefficient has changed by something else than its own slider. */
  #coefficientResets = 0;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  get coefficientResets(): number {
    return this.#coefficientResets;
  }

  /**
   * Replaces the settings.
   * @param gesture changes of one gesture that follow each other are undone together
   */
  set(settings: ValuationSettings, gesture?: string): void {
    this.#coefficientResets++;
    this.#keep(settings, gesture);
  }

  /** Replaces the curve, as `set` does all settings. */
  setCurve(curve: ValuationCurve, gesture?: string): void {
    this.set({ ...this.getState(), function: curve }, gesture);
  }

  /** Ends what was dragged, so that the next change is undone by itself. */
  endGesture = (): void => {
    this.#gesture = undefined;
  };

  undo = (): void => {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.getState(), ...this.#future];
    this.#restore(before);
  };

  redo = (): void => {
    const [next, ...later] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.getState()];
    this.#future = later;
    this.#restore(next);
  };

  /** Sets a coefficient of the curve by its slider. It does nothing where there is none. */
  setCoefficient(name: CoefficientName, value: number): void {
    const { function: made } = this.getState();
    if (!('coefficients' in made)) return;
    const coefficients = { ...made.coefficients, [name]: value };
    // The compiler can't see that the type and its coefficients still belong together.
    const curve = { ...made, coefficients } as ValuationCurve;
    this.#keep({ ...this.getState(), function: curve }, `coefficient ${name}`);
  }

  /** Sets the value of a class. It does nothing for a curve. */
  setClassValue(code: number, value: number): void {
    const { function: made } = this.getState();
    if (made.type !== 'class') return;
    const values = made.values.map(
      (each): ClassValue => (each.code === code ? { code, value } : each),
    );
    this.set({ ...this.getState(), function: { type: 'class', values } }, `class ${code}`);
  }

  #keep(settings: ValuationSettings, gesture: string | undefined): void {
    const goesOn = gesture !== undefined && gesture === this.#gesture;
    if (!goesOn) this.#past = [...this.#past, this.getState()];
    this.#future = [];
    this.#gesture = gesture;
    this.setState(settings);
  }

  #restore(settings: ValuationSettings): void {
    this.#gesture = undefined;
    this.#coefficientResets++;
    this.setState(settings);
  }
}

/**
 * Reads a part of the draft.
 * @param select returns the same object while nothing in that part has changed
 */
export function useDraft<Part>(
  draft: ValuationDraft,
  select: (settings: ValuationSettings, draft: ValuationDraft) => Part,
): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.getState(), draft));
}
