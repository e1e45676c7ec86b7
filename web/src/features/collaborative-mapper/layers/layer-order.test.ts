import { expect, test } from 'vitest';
import { positionAfterStep } from './layer-order.ts';

const layers = [
  { id: 'a', position: 1 },
  { id: 'b', position: 2 },
  { id: 'c', position: 5 },
];

/** The order of the ids after a layer was given its new position. */
function orderAfter(id: string, step: 1 | -1): string {
  const position = positionAfterStep(layers, id, step);
  return layers
    .map((layer) => (layer.id === id && position !== null ? { id, position } : layer))
    .sort((one, other) => one.position - other.position)
    .map((layer) => layer.id)
    .join('');
}

test.each([
  ['a', 1, 'bac'],
  ['b', 1, 'acb'],
  ['c', 1, 'abc'],
  ['a', -1, 'abc'],
  ['b', -1, 'bac'],
  ['c', -1, 'acb'],
] as const)('%s moved by %d makes the order %s', (id, step, order) => {
  expect(orderAfter(id, step)).toBe(order);
});

test('at an end there is nowhere to go, and unknown layers stay out', () => {
  expect(positionAfterStep(layers, 'c', 1)).toBeNull();
  expect(positionAfterStep(layers, 'a', -1)).toBeNull();
  expect(positionAfterStep(layers, 'z', 1)).toBeNull();
});
