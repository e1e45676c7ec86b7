import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { describe, expect, test } from 'vitest';
import type { PatrolEvent } from './patrol-events.ts';
import { type Area, fullOpacities, initialState, type PatrolState } from './patrol-state.ts';
import { transition } from './patrol-transition.ts';

/** About 0.1° × 0.1°: a perimeter near 39 km. */
const area: Area = {
  type: 'Polygon',
  coordinates: [
    [
      [-96, 41],
      [-95.9, 41],
      [-95.9, 41.1],
      [-96, 41.1],
      [-96, 41],
    ],
  ],
};
const result = {
  id: 'run-1',
  beforeImg: '/b/{z}/{x}/{y}.png',
  afterImg: '/a/{z}/{x}/{y}.png',
  changeImg: '/c/{z}/{x}/{y}.png',
  change_occured: true,
  statistics: { clear_share: 0.98 },
} as RunResult;

const today = '2026-11-21';
const request: PatrolEvent = { type: 'run-requested', today };
const fail: PatrolEvent = { type: 'attempt-failed', reason: null, permanent: false };

function play(start: PatrolState, ...events: PatrolEvent[]) {
  let state = start;
  const effects = [];
  for (const event of events) {
    const next = transition(state, event);
    state = next.state;
    effects.push(...next.effects);
  }
  const alerts = effects.flatMap((effect) => (effect.kind === 'alert' ? [effect.message] : []));
  return { state, effects, alerts };
}

const drawn: PatrolEvent = { type: 'area-picked', area, origin: { kind: 'drawn' } };
const ready = play(initialState, drawn).state;
const running = play(ready, request, { type: 'run-accepted', runId: 'run-1' }).state;
const shown = play(running, { type: 'succeeded', result }).state;

test('each of the states is reached', () => {
  expect([initialState, ready, running, shown].map((state) => state.phase)).toEqual([
    'empty',
    'ready',
    'running',
    'shown',
  ]);
});

describe('no area', () => {
  test('starts with the dates of the specification and full opacities', () => {
    expect(initialState).toMatchObject({ startDate: '2019-01-01', endDate: '2019-12-31' });
    expect(initialState.landCover).toBe('scrub');
    expect(initialState.opacities).toEqual({ before: 10, after: 10, change: 10 });
  });

  test('a run is refused', () => {
    const { state, alerts } = play(initialState, request);
    expect(state).toBe(initialState);
    expect(alerts).toEqual([
      'Please select dates and an area of interest before running an analysis',
    ]);
  });
});

describe('area ready', () => {
  test('the run checks answer in the words of the specification, and nothing is sent', () => {
    const refusals: [startDate: string, endDate: string, sentence: string][] = [
      ['', '2019-12-31', 'Please select dates and an area of interest before running an analysis'],
      [
        '2014-06-01',
        '2019-12-31',
        'Satellite data from before 2015 is not available, please pick a later date.',
      ],
      ['2019-01-01', '2026-11-22', 'Please select an end date that is not in the future.'],
      [
        '2020-01-01',
        '2019-12-31',
        'Please make sure your end date occurs after your starting date.',
      ],
    ];
    for (const [startDate, endDate, sentence] of refusals) {
      const dates: PatrolEvent = { type: 'dates-changed', startDate, endDate };
      const { state, effects } = play(ready, dates, request);
      expect(state.phase).toBe('ready');
      // The alert about the refused run is closed when the dates change.
      expect(effects).toEqual([
        { kind: 'withdraw-alert' },
        { kind: 'alert', alert: 'error', message: sentence },
      ]);
    }
  });

  test('a run sends the first attempt', () => {
    const { state, effects } = play(ready, request);
    expect(state).toMatchObject({ phase: 'running', attempt: 1, runId: null, area });
    expect(effects).toEqual([{ kind: 'send-attempt', attempt: 1, delayMilliseconds: 0 }]);
  });
});

describe('loading', () => {
  test('another run is refused; area, dates and reset rest', () => {
    const { state, alerts } = play(
      running,
      request,
      drawn,
      { type: 'area-removed' },
      { type: 'dates-changed', startDate: '2018-01-01' },
      { type: 'reset' },
    );
    expect(state).toBe(running);
    expect(alerts).toEqual(['Cannot run an analysis while on is already in progress']);
  });

  test('progress is shown', () => {
    const progress = { step: 'reading', done: 2, total: 8, elapsed_seconds: 3 } as const;
    expect(play(running, { type: 'progressed', progress }).state).toMatchObject({ progress });
  });

  test('a server that does not answer is told until it does', () => {
    const lost: PatrolEvent = { type: 'contact-lost' };
    expect(running).toMatchObject({ isOutOfReach: false });
    expect(play(running, lost).state).toMatchObject({ phase: 'running', isOutOfReach: true });
    const progress = { step: 'reading', elapsed_seconds: 3 } as const;
    for (const answer of [
      { type: 'progressed', progress },
      { type: 'run-accepted', runId: 'run-1' },
    ] as const) {
      expect(play(running, lost, answer).state).toMatchObject({ isOutOfReach: false });
    }
  });

  test('a cancelled run leaves the area ready; one that cannot be cancelled goes on', () => {
    expect(play(running, { type: 'cancel-requested' }).state).toMatchObject({ isCancelling: true });
    const cancelled = play(running, { type: 'cancel-requested' }, { type: 'cancelled' });
    expect([cancelled.state.phase, cancelled.alerts]).toEqual(['ready', []]);
    const stuck = play(
      running,
      { type: 'cancel-requested' },
      { type: 'cancel-failed', message: 'Not yours.' },
    );
    expect(stuck.state).toMatchObject({ phase: 'running', isCancelling: false });
    expect(stuck.alerts).toEqual(['Not yours.']);
  });

  test('a refusal of the server is said, and the area stays', () => {
    const { state, alerts } = play(running, { type: 'run-refused', message: 'No, since.' });
    expect([state.phase, alerts]).toEqual(['ready', ['No, since.']]);
  });

  test('the word that tiles are on their way goes when they are there', () => {
    const done = play(running, { type: 'succeeded', result }).state;
    expect(play(done, { type: 'pictures-drawn' })).toMatchObject({
      state: done,
      effects: [{ kind: 'withdraw-alert' }],
    });
    const quiet = play(running, {
      type: 'succeeded',
      result: { ...result, change_occured: false },
    }).state;
    expect(play(quiet, { type: 'pictures-drawn' }).effects).toEqual([]);
  });

  test('success shows the pictures, flies to zoom 12 and says so', () => {
    const { state, effects } = play(running, { type: 'succeeded', result });
    expect(state).toMatchObject({ phase: 'shown', runId: 'run-1', result });
    expect(effects).toEqual([
      {
        kind: 'fly-to',
        center: [expect.closeTo(-95.95), expect.closeTo(41.05)],
        // The zoom is MapLibre's, which is one less than Leaflet's.
        zoom: 11,
        fillsHalf: expect.any(Array),
      },
      {
        kind: 'alert',
        alert: 'success',
        message:
          "We've successfully retrieved all the necessary satellite data. Hang tight, tiles are currently in the process of rendering to your screen. Please stay at this zoom level for the best results.",
      },
    ]);
  });

  test('no change is a warning, with the pictures all the same', () => {
    const unchanged = { ...result, change_occured: false };
    const { state, effects } = play(running, { type: 'succeeded', result: unchanged });
    expect(state.phase).toBe('shown');
    expect(effects.at(-1)).toEqual({
      kind: 'alert',
      alert: 'warning',
      message: 'No change was detected using the specified parameters.',
    });
  });

  test.each([
    [
      0.55,
      'No change was detected using the specified parameters. 55 % of the area was clear on both dates. The rest was not observed, and may have changed.',
    ],
    [
      0.03,
      'No change was detected using the specified parameters. Only 3 % of the area was clear on both dates. The rest was not observed, and may have changed.',
    ],
    [
      0,
      'No change was detected using the specified parameters. No part of the area was clear on both dates, so nothing can be said about change.',
    ],
  ])('no change where a share of %d was clear says so as well', (clear_share, message) => {
    const unseen = {
      ...result,
      change_occured: false,
      statistics: { ...result.statistics, clear_share },
    };
    const { effects } = play(running, { type: 'succeeded', result: unseen });
    expect(effects.at(-1)).toEqual({ kind: 'alert', alert: 'warning', message });
  });
});

describe('failed attempts', () => {
  const sentence =
    "There was an issue communicating with the satellite imagery service's servers. We are trying again.";

  test('are tried again, with the reason beside the sentence', () => {
    const { state, effects } = play(running, { ...fail, reason: 'No scene covers it.' });
    expect(state).toMatchObject({
      phase: 'running',
      attempt: 2,
      lastFailure: 'No scene covers it.',
      runId: null,
      progress: null,
    });
    expect(effects).toEqual([
      { kind: 'alert', alert: 'error', message: `${sentence} No scene covers it.` },
      { kind: 'send-attempt', attempt: 2, delayMilliseconds: 1000 },
    ]);
  });

  test('a result without a before or after image is one', () => {
    for (const missing of ['beforeImg', 'afterImg'] as const) {
      const partial = { ...result, [missing]: '' };
      const { state, alerts } = play(running, { type: 'succeeded', result: partial });
      expect(state).toMatchObject({ phase: 'running', attempt: 2 });
      expect(alerts).toEqual([sentence]);
    }
  });

  test('ten attempts are made; the eleventh is abandoned and the area is gone', () => {
    const nine = play(running, ...Array<PatrolEvent>(9).fill(fail));
    expect(nine.state).toMatchObject({ phase: 'running', attempt: 10 });
    expect(nine.alerts).toEqual(Array(9).fill(sentence));
    const { state, effects } = play(nine.state, fail);
    expect(state).toEqual({ ...initialState, history: expect.anything() });
    expect(effects).toEqual([
      {
        kind: 'alert',
        alert: 'error',
        message:
          'There were too many unsuccessful attempts to render the tiles from the satellite imagery service. Please try again.',
      },
    ]);
  });

  test('an abandoned area can be brought back by undo', () => {
    const { state } = play(running, ...Array<PatrolEvent>(10).fill(fail), { type: 'undone' });
    expect(state).toMatchObject({ phase: 'ready', area });
  });

  test('a failure while it is being cancelled is the end of it', () => {
    const { state, effects } = play(running, { type: 'cancel-requested' }, fail);
    // The alert that announces another attempt is outdated.
    expect([state.phase, effects]).toEqual(['ready', [{ kind: 'withdraw-alert' }]]);
  });
});

describe('query made', () => {
  test('each opacity is set by itself', () => {
    const { state } = play(shown, { type: 'opacity-changed', layer: 'after', value: 3 });
    expect(state.opacities).toEqual({ before: 10, after: 3, change: 10 });
  });

  test('reset clears images, area and opacities, and takes back what was told of them', () => {
    const { state, effects } = play(
      shown,
      { type: 'opacity-changed', layer: 'change', value: 0 },
      { type: 'reset' },
    );
    expect(state).toEqual(initialState);
    expect(effects).toEqual([{ kind: 'withdraw-alert' }]);
  });

  test('a new area replaces the result, at full opacities', () => {
    const dimmed: PatrolEvent = { type: 'opacity-changed', layer: 'before', value: 1 };
    expect(play(shown, dimmed, drawn).state).toMatchObject({
      phase: 'ready',
      opacities: fullOpacities,
    });
  });
});

describe('a copied link', () => {
  const opening: PatrolState = { ...initialState, phase: 'opening', runId: 'run-1', pick: null };
  const dates = { startDate: '2018-01-01', endDate: '2018-06-01' };

  test('opens a finished result without a word', () => {
    const { state, alerts } = play(opening, { type: 'result-found', result, area, ...dates });
    expect(state).toMatchObject({ phase: 'shown', runId: 'run-1', area, ...dates });
    expect(alerts).toEqual([]);
  });

  test('joins a run that is under way', () => {
    const { state } = play(opening, { type: 'run-found', runId: 'run-1', area, ...dates });
    expect(state).toMatchObject({ phase: 'running', runId: 'run-1', attempt: 1, ...dates });
  });

  test('with a species brings its panel back', () => {
    const pick = { type: 'species_range', scientificName: 'Canis rufus' } as const;
    const { state, effects } = play(
      { ...opening, pick },
      { type: 'result-found', result, area, ...dates },
    );
    expect(state).toMatchObject({ phase: 'shown', origin: { kind: 'species', pick } });
    expect(effects).toContainEqual({ kind: 'fetch-species-info', pick });
  });

  test('to something that is gone stays what it is, until a new area is chosen', () => {
    const { state, alerts } = play(opening, { type: 'run-missing', isGone: true });
    expect(state).toMatchObject({ phase: 'unopened', isGone: true, runId: 'run-1' });
    expect(alerts).toEqual([]);
    expect(play(state, { type: 'reset' }).state).toEqual(initialState);
    const drawn = play(state, { type: 'area-picked', area, origin: { kind: 'drawn' } });
    expect(drawn.state).toMatchObject({ phase: 'ready', area });
  });

  test('that could not be loaded can be opened again', () => {
    const { state } = play(opening, { type: 'run-missing', isGone: false });
    const again = play(state, { type: 'opening-requested' });
    expect(again.state).toMatchObject({ phase: 'opening', runId: 'run-1' });
    expect(again.effects).toEqual([{ kind: 'open-run', runId: 'run-1' }]);
  });

  test('to a run that failed keeps its reason, area and dates, and starts nothing by itself', () => {
    const ending = { kind: 'failed', reason: 'Too cloudy.', permanent: false } as const;
    const found = { type: 'ending-found', runId: 'run-1', ending, area, ...dates } as const;
    const { state, effects, alerts } = play(opening, found);
    expect(state).toMatchObject({ phase: 'ended', runId: 'run-1', ending, area, ...dates });
    expect(alerts).toEqual([]);
    expect(effects.some(({ kind }) => kind === 'send-attempt')).toBe(false);

    const changed = play(state, { type: 'run-put-aside' });
    expect(changed.state).toMatchObject({ phase: 'ready', area, ...dates });
    const again = play(state, { type: 'run-requested', today: '2026-11-21' });
    expect(again.state).toMatchObject({ phase: 'running', attempt: 1, area, ...dates });
    expect(again.effects).toContainEqual({
      kind: 'send-attempt',
      attempt: 1,
      delayMilliseconds: 0,
    });
  });

  test('to a run that left scenes out leads on to one with others', () => {
    const made = {
      ...result,
      method: 'lda',
      parameters: { land_cover: 'desert', scenes: { before: { exclude: ['b-2'] } } },
    } as RunResult;
    const found = { type: 'result-found', result: made, area, ...dates } as const;
    const { state } = play(opening, found, { type: 'run-put-aside', opensScenes: true });
    expect(state).toMatchObject({
      phase: 'ready',
      area,
      ...dates,
      method: 'lda',
      landCover: 'desert',
      scenes: { before: { exclude: ['b-2'] }, after: {} },
      opensScenes: true,
    });
    expect(state).not.toHaveProperty('result');
  });

  test('to a result leads on to other dates of the same area, without what was told of it', () => {
    const made = { ...result, method: 'nbr', parameters: { land_cover: null, scenes: {} } };
    const found = { type: 'result-found', result: made as RunResult, area, ...dates } as const;
    const shownAgain = play(opening, found).state;
    const { state, effects } = play(shownAgain, { type: 'run-put-aside' });
    expect(state).toMatchObject({ phase: 'ready', area, ...dates, method: 'nbr' });
    expect(state).not.toHaveProperty('opensScenes');
    expect(effects).toEqual([{ kind: 'withdraw-alert' }]);
    const again = play(state, { type: 'dates-changed', startDate: '2017-07-15' }, request);
    expect(again.state).toMatchObject({ phase: 'running', area, startDate: '2017-07-15' });
  });

  test('to a run that is deleted while it is followed says that it is gone', () => {
    const joined = play(opening, { type: 'run-found', runId: 'run-1', area, ...dates });
    const { state } = play(joined.state, { type: 'run-missing', isGone: true });
    expect(state).toMatchObject({ phase: 'unopened', runId: 'run-1', isGone: true });
  });
});

test('events that come too late change nothing', () => {
  const late: PatrolEvent[] = [
    { type: 'succeeded', result },
    { type: 'cancelled' },
    { type: 'run-accepted', runId: 'run-2' },
    { type: 'run-refused', message: 'No.' },
    { type: 'result-found', result, area, startDate: '2018-01-01', endDate: '2018-06-01' },
    fail,
  ];
  for (const event of late) {
    expect(transition(ready, event)).toEqual({ state: ready, effects: [] });
  }
});
