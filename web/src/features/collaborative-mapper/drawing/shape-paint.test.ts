import { plainStyle } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { expect, test } from 'vitest';
import type { ShownFeature } from '../state/features.ts';
import { featureData, heldStatus, tileStatus } from './feature-data.ts';
import { type ShapePaint, shapePaint } from './shape-paint.ts';

const layerOf = (id: string, style: Partial<LayerStyle>) =>
  ({ id, position: 1, is_hidden: false, style: { ...plainStyle, ...style } }) as VectorLayer;

/**
 * Evaluates an expression. The operators are those that the MapLibre Style Specification describes.
 */
function evaluated(
  given: ShapePaint[keyof ShapePaint],
  properties: Record<string, unknown>,
  state: Record<string, unknown> = {},
): unknown {
  if (!Array.isArray(given)) return given;
  const [operator, ...rest] = given as [string, ...never[]];
  const value = (of: unknown) => evaluated(of as never, properties, state);
  const [first, second] = rest;
  switch (operator) {
    case 'get':
      return properties[first] ?? null;
    case 'has':
      return Object.hasOwn(properties, first);
    case 'feature-state':
      return state[first] ?? null;
    case 'boolean':
      return rest.map(value).find((each) => typeof each === 'boolean');
    case 'coalesce':
      return rest.map(value).find((each) => each !== null);
    case 'number':
      return value(first);
    case 'typeof':
      return typeof value(first);
    case '!':
      return !value(first);
    case '==':
      return value(first) === value(second);
    case 'case': {
      const at = rest.findIndex((each, index) => index % 2 === 0 && value(each) === true);
      return value(at === -1 || at === rest.length - 1 ? rest.at(-1) : rest[at + 1]);
    }
    case 'match': {
      const at = rest.findIndex((each, index) => index % 2 === 1 && each === value(first));
      return value(at === -1 || at === rest.length - 1 ? rest.at(-1) : rest[at + 1]);
    }
    case 'step': {
      const steps = rest.filter((_, index) => index > 1 && index % 2 === 0);
      const passed = steps.filter((each) => each <= (value(first) as number)).length;
      return value(rest[1 + 2 * passed]);
    }
    default:
      throw new Error(`${operator} is not evaluated here`);
  }
}

const tileColor = (
  style: Partial<LayerStyle>,
  properties: Record<string, unknown>,
  state: Record<string, unknown> = {},
) => {
  const { color } = shapePaint([layerOf('a', style), layerOf('b', {})], tileStatus);
  return evaluated(color, { layer_id: 'a', ...properties }, state);
};

test('colours are those of the specification, and a style replaces only the green', () => {
  const style = { color: '#112233' };
  const deleted = { isProposedDelete: true, isResolved: true };
  expect(tileColor(style, {}, deleted)).toBe('#d92d20');
  expect(tileColor(style, {}, { isResolved: true })).toBe('#3388ff');
  expect(tileColor(style, {})).toBe('#112233');
  expect(tileColor({}, {})).toBe('#2ba84a');
  expect(tileColor(style, { layer_id: 'b' })).toBe('#2ba84a');
  expect(tileColor(style, { layer_id: undefined })).toBe('#2ba84a');
});

test('a field colours features by its values, and by their lack', () => {
  const colors = [
    { value: 'fen', color: '#00ff00' },
    { value: 3, color: '#0000ff' },
    { value: false, color: '#00ffff' },
    { value: null, color: '#999999' },
  ];
  const style = { color: '#112233', color_by: { attribute: 'kind', colors } };
  const expected = [
    ['fen', '#00ff00'],
    [3, '#0000ff'],
    ['3', '#112233'],
    [false, '#00ffff'],
    ['bog', '#112233'],
  ] as const;
  for (const [color_by, color] of expected) expect(tileColor(style, { color_by })).toBe(color);
  expect(tileColor(style, {})).toBe('#999999');
});

test('classes colour features by their numbers; a break belongs to the class above it', () => {
  const colors = ['#aaaaaa', '#bbbbbb', '#cccccc'];
  const classes = { attribute: 'size', method: 'manual' as const, breaks: [-2, 10], colors };
  const style = { color: '#112233', color_by: classes };
  const expected = [
    [-2.5, '#aaaaaa'],
    [-2, '#bbbbbb'],
    [9.99, '#bbbbbb'],
    [10, '#cccccc'],
    ['12', '#112233'],
    [undefined, '#112233'],
  ] as const;
  for (const [color_by, color] of expected) expect(tileColor(style, { color_by })).toBe(color);
  const one = { ...classes, breaks: [], colors: ['#aaaaaa'] };
  expect(tileColor({ color_by: one }, { color_by: 7 })).toBe('#aaaaaa');
});

test('features of the browser and of tiles have the same properties, and so the same look', () => {
  const style: Partial<LayerStyle> = {
    color_by: { attribute: 'kind', colors: [{ value: 'fen', color: '#00ff00' }] },
    label_by: 'kind',
    line_width: 5,
    line_dash: 'dotted',
  };
  const layers = [layerOf('a', style)];
  const feature = (id: string, properties: Record<string, string>, isPending = false) =>
    [
      id,
      {
        id,
        isPending,
        isResolved: false,
        state: { layerId: 'a', geometry: { type: 'Point', coordinates: [1, 2] }, properties },
      } as unknown as ShownFeature,
    ] as const;
  const { single } = featureData({
    features: new Map([
      feature('one', { kind: 'fen', constructor: 'x' }),
      feature('two', {}, true),
    ]),
    layers,
    proposals: [],
    selectedId: null,
    editedId: null,
  });
  const [one, two] = single.features.map(({ properties }) => properties!);
  expect(one).toMatchObject({ id: 'one', layer_id: 'a', color_by: 'fen', label: 'fen' });
  expect(two).not.toHaveProperty('color_by');
  const paint = shapePaint(layers, heldStatus('two'));
  expect(evaluated(paint.color, one!)).toBe('#00ff00');
  expect(evaluated(paint.color, two!)).toBe('#2ba84a');
  expect(evaluated(paint.lineWidth, one!)).toBe(5);
  expect(evaluated(paint.lineDash, one!)).toBe('dotted');
  // What is not confirmed yet is dashed, whatever its style.
  expect(evaluated(paint.lineDash, two!)).toBe('dashed');
  expect(evaluated(paint.label, one!)).toBe('fen');
  expect(evaluated(paint.label, two!)).toBe('');
  // A cluster of points has nothing but its layer.
  expect(evaluated(paint.color, { layer_id: 'a', point_count: 7 })).toBe('#2ba84a');
  expect(evaluated(paint.lineDash, { layer_id: 'a', point_count: 7 })).toBe('dotted');
});

test('points are left to clusters, but not what needs attention', () => {
  const point = (id: string, isPending = false) =>
    [
      id,
      {
        id,
        isPending,
        isResolved: false,
        state: { layerId: 'a', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} },
      } as unknown as ShownFeature,
    ] as const;
  const drawn = (clusters: boolean) =>
    featureData({
      features: new Map([point('one'), point('chosen'), point('waiting', true)]),
      layers: [layerOf('a', { clusters })],
      proposals: [],
      selectedId: 'chosen',
      editedId: null,
    });
  const ids = (features: readonly { properties: unknown }[]) =>
    features.map(({ properties }) => (properties as { id: string }).id);
  expect(ids(drawn(true).single.features)).toEqual(['chosen', 'waiting']);
  expect(ids(drawn(true).clustered.get('a')!.features)).toEqual(['one']);
  expect(ids(drawn(false).single.features)).toEqual(['one', 'chosen', 'waiting']);
  expect(drawn(false).clustered.size).toBe(0);
});
