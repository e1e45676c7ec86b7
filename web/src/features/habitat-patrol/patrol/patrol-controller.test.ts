import type { AnalysisBody, Run, RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { Species, SpeciesRecord } from '@refugia/contract/species.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { expect, test, vi } from 'vitest';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import type { PatrolEffect } from '../state/patrol-events.ts';
import { initialState, type PatrolState } from '../state/patrol-state.ts';
import type { PatrolApi } from './patrol-api.ts';
import { PatrolController } from './patrol-controller.ts';
import type { SpeciesApi } from './species.ts';

vi.mock('../../../lib/session.ts', () => ({ callApi: () => Promise.reject(new Error('unused')) }));

const area = rectanglePolygon([-96.1, 41.2, -96, 41.3]);
const result = { id: 'run-1', beforeImg: 'b', afterImg: 'a', changeImg: 'c', change_occured: true };
const running: Run = {
  id: 'run-1',
  name: 'Near Omaha',
  is_owner: true,
  status: 'running',
  coords: JSON.stringify(area),
  startDate: '2019-01-01',
  endDate: '2019-12-31',
  created_at: '2026-11-21T00:00:00Z',
  expires_at: null,
  progress: { step: 'searching', elapsed_seconds: 0 },
  result: null,
  failure: null,
};
const done: Run = { ...running, status: 'done', progress: null, result: result as RunResult };
const failed: Run = {
  ...running,
  status: 'failed',
  progress: null,
  failure: { reason: 'Too cloudy.', permanent: false },
};
const gone = new RequestRefusedError(404, { error: 'No such run.', code: 'run_not_found' });
const unreachable = new CallFailedError('The server could not be reached.', null);

/** A fake server that gives these answers one after the other and repeats the last one. */
function serverWith(answers: { start?: unknown[]; read?: unknown[]; watch?: unknown[] }) {
  const next = (queue: unknown[] | undefined, fallback: unknown) => {
    const answer = queue && queue.length > 1 ? queue.shift() : (queue?.[0] ?? fallback);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const requests: AnalysisBody[] = [];
  const api: PatrolApi = {
    start(request) {
      requests.push(request);
      return next(answers.start, 'run-1') as Promise<string>;
    },
    read: () => next(answers.read, done) as Promise<Run>,
    watch: () => next(answers.watch, undefined) as Promise<void>,
    cancel: vi.fn(async () => {}),
  };
  return { api, requests };
}

const noSpecies: SpeciesApi = {
  speciesList: () => Promise.reject(unreachable),
  speciesShapes: () => Promise.reject(unreachable),
  speciesRecord: () => Promise.reject(unreachable),
};

function screenWith(
  api: PatrolApi & Partial<SpeciesApi>,
  state: PatrolState = { ...initialState, phase: 'ready', area, origin: { kind: 'drawn' } },
) {
  const effects: PatrolEffect[] = [];
  const pauses: number[] = [];
  const controller = new PatrolController(state, {
    api: { ...noSpecies, ...api },
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  });
  controller.listen((effect) => effects.push(effect));
  controller.open();
  return { controller, effects, pauses };
}

const request = { type: 'run-requested', today: '2026-11-21' } as const;
const phase = (controller: PatrolController) => controller.getState().phase;

test('a run goes from request to result', async () => {
  const { api, requests } = serverWith({});
  const { controller } = screenWith(api);
  controller.dispatch(request);
  await vi.waitFor(() => expect(phase(controller)).toBe('shown'));
  expect(requests).toEqual([
    {
      coords: JSON.stringify({ type: 'GeometryCollection', geometries: [area] }),
      startDate: '2019-01-01',
      endDate: '2019-12-31',
      tries: 1,
    },
  ]);
});

test('broken connections and an unreachable server are waited out with growing pauses', async () => {
  const { api } = serverWith({
    watch: [unreachable, unreachable, unreachable, undefined],
    read: [running, unreachable, running, done],
  });
  const { controller, pauses } = screenWith(api);
  const told: boolean[] = [];
  controller.subscribe(() => {
    const state = controller.getState();
    if (state.phase === 'running' && state.isOutOfReach !== told.at(-1)) {
      told.push(state.isOutOfReach);
    }
  });
  controller.dispatch(request);
  await vi.waitFor(() => expect(phase(controller)).toBe('shown'));
  expect(pauses).toEqual([1000, 2000, 4000]);
  expect(told).toEqual([false, true, false]);
});

test('failed attempts are numbered 1 to 10, then the run is abandoned', async () => {
  const { api, requests } = serverWith({ read: [failed] });
  const { controller, effects } = screenWith(api);
  controller.dispatch(request);
  await vi.waitFor(() => expect(phase(controller)).toBe('empty'));
  expect(requests.map(({ tries }) => tries)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(effects).toHaveLength(10);
});

test('a call that fails is a failed attempt; a refusal is final', async () => {
  const recovered = serverWith({ start: [unreachable, 'run-1'] });
  const first = screenWith(recovered.api);
  first.controller.dispatch(request);
  await vi.waitFor(() => expect(phase(first.controller)).toBe('shown'));
  expect(recovered.requests).toHaveLength(2);

  const refusal = new RequestRefusedError(409, { error: 'Already running.', code: 'x' });
  const refusing = serverWith({ start: [refusal] });
  const second = screenWith(refusing.api);
  second.controller.dispatch(request);
  await vi.waitFor(() => expect(phase(second.controller)).toBe('ready'));
  expect(refusing.requests).toHaveLength(1);
  expect(second.effects).toEqual([{ kind: 'alert', alert: 'error', message: 'Already running.' }]);
});

test('a failure that the server remembers is an attempt, with its reason', async () => {
  const remembered = new RequestRefusedError(422, {
    error: 'There was an issue …',
    code: 'attempt_would_fail_again',
    ...{ reason: 'No scene covers it around 2018-08-20.', permanent: true },
  });
  const { api } = serverWith({ start: [remembered, 'run-1'] });
  const { controller, effects, pauses } = screenWith(api);
  controller.dispatch(request);
  await vi.waitFor(() => expect(phase(controller)).toBe('shown'));
  expect(effects[0]).toMatchObject({
    message: expect.stringMatching(/ No scene covers it around 08\/20\/2018\.$/),
  });
  expect(pauses).toEqual([300]);
});

test('a cancel reaches the server even when it comes before the run has an id', async () => {
  const { api } = serverWith({ read: [{ ...running, status: 'cancelled' }] });
  const { controller } = screenWith(api);
  controller.dispatch(request);
  await controller.cancel();
  await vi.waitFor(() => expect(phase(controller)).toBe('ready'));
  expect(api.cancel).toHaveBeenCalledExactlyOnceWith('run-1');
});

test('a copied link opens its result, joins its run, or says that it is gone', async () => {
  const opening: PatrolState = { ...initialState, phase: 'opening', runId: 'run-1', pick: null };

  const finished = screenWith(serverWith({ read: [done] }).api, opening);
  await vi.waitFor(() => expect(phase(finished.controller)).toBe('shown'));
  expect(finished.effects.map(({ kind }) => kind)).toEqual(['fly-to']);

  const joined = serverWith({ read: [running, done] });
  const underWay = screenWith(joined.api, opening);
  await vi.waitFor(() => expect(phase(underWay.controller)).toBe('shown'));
  expect(joined.requests).toEqual([]);

  const missing = screenWith(serverWith({ read: [gone] }).api, opening);
  await vi.waitFor(() => expect(phase(missing.controller)).toBe('unopened'));
  expect(missing.controller.getState()).toMatchObject({ isGone: true });

  const ended = serverWith({ read: [failed] });
  const unlucky = screenWith(ended.api, opening);
  await vi.waitFor(() => expect(phase(unlucky.controller)).toBe('ended'));
  expect(ended.requests).toEqual([]);
  expect(unlucky.controller.getState()).toMatchObject({
    ending: { kind: 'failed', reason: 'Too cloudy.' },
  });
});

test('nothing is followed after the screen is left', async () => {
  let release = () => {};
  const { api } = serverWith({});
  api.watch = (_id, _onProgress, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      release = () => controller.close();
    });
  const { controller, effects } = screenWith(api);
  controller.dispatch(request);
  await vi.waitFor(() => expect(controller.getState()).toMatchObject({ runId: 'run-1' }));
  release();
  await new Promise((resolve) => setImmediate(resolve));
  expect([phase(controller), effects]).toEqual(['running', []]);
});

test('an address that names a species fetches its area, then what is known of it', async () => {
  const pick = { type: 'species_range', scientificName: 'Canis rufus' } as const;
  const record = ['Red wolf', 'Canis rufus', '', '', '', 1, 37, null, null, '/pictures/37.webp'];
  const { api } = serverWith({});
  const { controller, effects } = screenWith(
    {
      ...api,
      speciesList: async () => [{ speciesID: 37, scientific_name: 'Canis rufus' } as Species],
      speciesShapes: async () => ({ shapes: [area], notes: ['Counties.'] }),
      speciesRecord: async (id) =>
        ({ data: id === 37 ? [record] : [] }) as unknown as SpeciesRecord,
    },
    { ...initialState, phase: 'fetching', pick },
  );
  await vi.waitFor(() =>
    expect(controller.getState()).toMatchObject({
      phase: 'ready',
      area,
      origin: {
        notes: ['Counties.'],
        info: {
          commonName: 'Red wolf',
          scientificName: 'Canis rufus',
          imageUrl: '/pictures/37.webp',
        },
      },
    }),
  );
  expect(effects.map(({ kind }) => kind)).toEqual(['fit-bounds']);
});

test('another address ends what was followed: a run that is done then shows nowhere', async () => {
  let finish = () => {};
  const { api } = serverWith({ read: [done] });
  api.watch = () => new Promise((resolve) => (finish = resolve));
  const { controller, effects } = screenWith(api);
  controller.dispatch(request);
  await vi.waitFor(() => expect(controller.getState()).toMatchObject({ runId: 'run-1' }));
  controller.reopen(initialState);
  expect(controller.getState()).toBe(initialState);
  effects.length = 0;
  finish();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(controller.getState()).toBe(initialState);
  expect(effects).toEqual([]);
});

test('another address that names a run opens it', async () => {
  const { api } = serverWith({ read: [done] });
  const { controller, effects } = screenWith(api);
  controller.reopen({ ...initialState, phase: 'opening', runId: 'run-1', pick: null });
  await vi.waitFor(() => expect(phase(controller)).toBe('shown'));
  expect(effects).toMatchObject([{ kind: 'fly-to' }]);
});
