import { expect, test } from 'vitest';
import {
  gapWords,
  type PlacesForm,
  pressed,
  questionOf,
  resultWords,
  unitAt,
} from './best-places.ts';

const form: PlacesForm = {
  from: 'hexagons',
  hectares: '1,000',
  value: 'sum',
  column: 'price',
  goal: 'target',
  percent: 60,
  amount: '',
  compactnessPercent: 50,
};

test('the form becomes a question, and waits for a size that is one', () => {
  const marks = pressed(pressed(pressed(new Map(), 4), 7), 7);
  expect(questionOf(form, 'layer:1', marks)).toEqual({
    source: 'layer:1',
    hexagon_hectares: 1000,
    value: 'sum',
    target: { share: 0.6 },
    boundary_penalty: 0.5,
    in: [4],
    out: [7],
  });
  expect(
    questionOf({ ...form, from: '3', goal: 'budget' }, 'layer:1', pressed(marks, 7)),
  ).toMatchObject({
    zonesID: 3,
    cost: { column: 'price' },
    budget: { share: 0.6 },
    out: [],
  });
  expect(questionOf({ ...form, hectares: 'many' }, 'layer:1', marks)).toBeNull();
  expect(questionOf({ ...form, amount: '12,500.5' }, 'layer:1', marks)).toMatchObject({
    target: { amount: 12_500.5 },
  });
  for (const amount of ['0', '-3', 'all of it']) {
    expect(questionOf({ ...form, amount }, 'layer:1', marks)).toBeNull();
  }
});

test('a result is told in a sentence, and never claims what is not proven', () => {
  const result = {
    unit_count: 9,
    chosen_count: 3,
    hectares: 12_430,
    hectares_share: 0.3,
    value: 1,
    value_share: 0.611,
    cost: 1,
    cost_share: 0.2999,
    boundary_meters: 1,
    gap: 0.0123,
  };
  expect(resultWords(result, true)).toBe(
    'chosen hold 61 % of the value for 30 % of the area, within 1.2 % of the best possible',
  );
  expect(resultWords({ ...result, gap: null }, false)).toMatch(
    /30 % of the cost, with no proof yet/,
  );
  expect(gapWords(0)).toBe('which is the best possible');
  expect(gapWords(0.0004)).toBe('within 0.04 % of the best possible');
});

test('the unit under a place is found, and not where it has a hole', () => {
  const square = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const unit = (id: number, coordinates: unknown[]) => ({
    type: 'Feature' as const,
    id,
    geometry: { type: 'Polygon' as const, coordinates },
    properties: {
      number: id,
      name: '',
      value: 0,
      cost: 0,
      hectares: 0,
      chosen: false,
      state: 'free' as const,
    },
  });
  const units = [unit(1, [square(0, 9), square(3, 6)]), unit(2, [square(4, 5)])];
  expect(unitAt(units, [1, 8])?.id).toBe(1);
  expect(unitAt(units, [4.5, 4.5])?.id).toBe(2);
  expect(unitAt(units, [3.5, 3.5])).toBeUndefined();
});
