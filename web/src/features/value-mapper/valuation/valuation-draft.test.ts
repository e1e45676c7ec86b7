import { defaultPalette } from '@refugia/engine/valuation/index.ts';
import { expect, test } from 'vitest';
import { ValuationDraft } from './valuation-draft.ts';

const line = { type: 'lin', coefficients: { A: 0.5, B: 0, C: 0 } } as const;
const newDraft = () => new ValuationDraft({ function: line, palette: defaultPalette });
const amplitudeOf = (draft: ValuationDraft) => {
  const { function: made } = draft.getState();
  return 'coefficients' in made ? made.coefficients.A : null;
};

test('a slider that is dragged is one step, and the next time another one', () => {
  const draft = newDraft();
  for (const value of [0.6, 0.7, 0.8]) draft.setCoefficient('A', value);
  draft.endGesture();
  draft.setCoefficient('A', 1);
  draft.undo();
  expect(amplitudeOf(draft)).toBe(0.8);
  draft.undo();
  expect(amplitudeOf(draft)).toBe(0.5);
  expect(draft.canUndo).toBe(false);
  draft.redo();
  draft.redo();
  expect(amplitudeOf(draft)).toBe(1);
  expect(draft.canRedo).toBe(false);
});

test('a change after an undo begins another future', () => {
  const draft = newDraft();
  draft.setCurve({ type: 'step', coefficients: { A: 1, B: 3, C: 0 } });
  draft.undo();
  draft.setCoefficient('A', 2);
  draft.redo();
  expect(amplitudeOf(draft)).toBe(2);
  draft.undo();
  expect(draft.getState().function).toEqual(line);
});

test('sliders begin anew only where something else has changed their number', () => {
  const draft = newDraft();
  draft.setCoefficient('A', 2);
  expect(draft.coefficientResets).toBe(0);
  draft.undo();
  expect(draft.coefficientResets).toBe(1);
});
