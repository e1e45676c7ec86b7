import { describe, expect, test } from 'vitest';
import type { LngLat } from '../places.ts';
import {
  canFinishPath,
  closedPolygon,
  type PathEvent,
  type PathTool,
  polygonRules,
  polygonSoFar,
  stepPathTool,
} from './path-tool.ts';

const press = (
  longitude: number,
  latitude: number,
  near: 'first' | 'last' | null = null,
): PathEvent => ({ type: 'press', position: [longitude, latitude], near });

function play(...events: PathEvent[]) {
  let tool: PathTool = { phase: 'idle' };
  let corners: readonly LngLat[] | undefined;
  const all: PathEvent[] = [{ type: 'arm' }, ...events];
  for (const event of all) ({ tool, finished: corners } = stepPathTool(tool, event, polygonRules));
  return { tool, finished: corners && closedPolygon(corners) };
}

const triangle = [press(0, 0), press(2, 0), press(0, 2)];
const triangleRing = [
  [0, 0],
  [2, 0],
  [0, 2],
  [0, 0],
];

describe('a polygon is finished', () => {
  test.each<[string, PathEvent]>([
    ['by Enter', { type: 'finish' }],
    ['by its first corner', press(0.01, 0, 'first')],
    ['by a second press on the last corner', press(0, 2, 'last')],
  ])('%s', (_, event) => {
    const { tool, finished } = play(...triangle, event);
    expect(tool).toEqual({ phase: 'idle' });
    expect(finished).toEqual({ type: 'Polygon', coordinates: [triangleRing] });
  });

  test('counter-clockwise, however it was drawn', () => {
    const { finished } = play(...triangle.toReversed(), { type: 'finish' });
    expect(finished?.coordinates[0]).toEqual([
      [0, 0],
      [2, 0],
      [0, 2],
      [0, 0],
    ]);
  });

  test('in the main world, drawn on a copy of it', () => {
    const { finished } = play(press(264, 41), press(265, 41), press(264, 42), { type: 'finish' });
    expect(finished?.coordinates[0]?.[0]).toEqual([-96, 41]);
  });

  test('never with two corners', () => {
    const two = triangle.slice(0, 2);
    for (const event of [press(0, 0, 'first'), press(2, 0, 'last'), { type: 'finish' } as const]) {
      const { tool, finished } = play(...two, event);
      expect(finished).toBeUndefined();
      expect(tool).toMatchObject({
        corners: [
          [0, 0],
          [2, 0],
        ] satisfies LngLat[],
      });
      expect(canFinishPath(tool, polygonRules)).toBe(false);
    }
  });
});

test('the last corner can be taken back, and none is no fault', () => {
  expect(play(...triangle, { type: 'remove-last' }).tool).toMatchObject({
    corners: [
      [0, 0],
      [2, 0],
    ],
  });
  expect(play({ type: 'remove-last' }).tool).toMatchObject({ corners: [] });
});

test('what is drawn so far takes the pointer for its next corner', () => {
  const pointer: PathEvent = { type: 'move', position: [0, 2] };
  expect(polygonSoFar(play(press(0, 0), pointer).tool)).toBeNull();
  expect(polygonSoFar(play(press(0, 0), press(2, 0), pointer).tool)).toEqual({
    type: 'Polygon',
    coordinates: [triangleRing],
  });
});

test('after a cancel nothing is drawn', () => {
  const { tool } = play(...triangle, { type: 'cancel' });
  expect(stepPathTool(tool, press(1, 1), polygonRules)).toEqual({ tool: { phase: 'idle' } });
});
