import { expect, test } from 'vitest';
import {
  type PointerPlace,
  type RectangleEvent,
  type RectangleTool,
  stepRectangleTool,
} from './rectangle-tool.ts';

const at = (xPixels: number, yPixels: number): PointerPlace => ({
  xPixels,
  yPixels,
  position: [-96 + xPixels / 100, 42 - yPixels / 100],
});

/** Applies events and returns the rectangles that they finish and the final state. */
function draw(...events: RectangleEvent[]) {
  let tool: RectangleTool = { phase: 'idle' };
  const finished: unknown[] = [];
  for (const event of events) {
    const step = stepRectangleTool(tool, event);
    tool = step.tool;
    if (step.finished) finished.push(step.finished);
  }
  return { phase: tool.phase, finished };
}

test('a drag in any direction makes the rectangle between its ends', () => {
  const rectangle = [[-96, 41, -95, 42]];
  for (const [from, to] of [
    [at(0, 0), at(100, 100)],
    [at(100, 100), at(0, 0)],
    [at(100, 0), at(0, 100)],
  ] as const) {
    const drawn = draw(
      { type: 'arm' },
      { type: 'press', place: from },
      { type: 'move', place: at(50, 50) },
      { type: 'release', place: to },
    );
    expect(drawn).toEqual({ phase: 'idle', finished: rectangle });
  }
});

test('two clicks do the same as a drag', () => {
  const drawn = draw(
    { type: 'arm' },
    { type: 'press', place: at(0, 0) },
    { type: 'release', place: at(2, 1) },
    { type: 'move', place: at(80, 90) },
    { type: 'press', place: at(100, 100) },
    { type: 'release', place: at(100, 100) },
  );
  expect(drawn).toEqual({ phase: 'idle', finished: [[-96, 41, -95, 42]] });
});

test('a second corner that leaves no area is refused, until the pointer goes on', () => {
  const first: RectangleEvent[] = [
    { type: 'arm' },
    { type: 'press', place: at(0, 0) },
    { type: 'release', place: at(0, 0) },
  ];
  const isFlatAfter = (...events: RectangleEvent[]) => {
    const { tool, finished } = [...first, ...events].reduce<{
      tool: RectangleTool;
      finished?: unknown;
    }>((state, event) => stepRectangleTool(state.tool, event), { tool: { phase: 'idle' } });
    expect(finished).toBeUndefined();
    return tool.phase === 'stretching' && tool.isFlat;
  };
  expect(isFlatAfter()).toBe(false);
  for (const place of [at(0, 0), at(100, 0), at(0, 100)]) {
    expect(isFlatAfter({ type: 'release', place })).toBe(true);
  }
  expect(
    isFlatAfter({ type: 'release', place: at(100, 0) }, { type: 'move', place: at(100, 5) }),
  ).toBe(false);
  const drawn = draw(
    ...first,
    { type: 'release', place: at(100, 0) },
    { type: 'release', place: at(100, 100) },
  );
  expect(drawn).toEqual({ phase: 'idle', finished: [[-96, 41, -95, 42]] });
  // A drag along a line has no area either.
  expect(draw(...first.slice(0, 2), { type: 'release', place: at(100, 0) }).finished).toEqual([]);
});

test('nothing is drawn before the tool is taken up, nor after it is put away', () => {
  const dragged: RectangleEvent[] = [
    { type: 'press', place: at(0, 0) },
    { type: 'release', place: at(100, 100) },
  ];
  expect(draw(...dragged)).toEqual({ phase: 'idle', finished: [] });
  expect(draw({ type: 'arm' }, { type: 'cancel' }, ...dragged)).toEqual({
    phase: 'idle',
    finished: [],
  });
  expect(draw({ type: 'arm' }, dragged[0], { type: 'cancel' }, dragged[1])).toEqual({
    phase: 'idle',
    finished: [],
  });
});
