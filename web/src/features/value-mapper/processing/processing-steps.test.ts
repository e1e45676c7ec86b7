import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProjectCalls } from '../calls/calls.ts';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { CombinedStore } from '../workspace/combined-store.ts';
import { ImageWatch } from '../workspace/image-watch.ts';
import { ProjectStore } from '../workspace/project-store.ts';
import type { RunnerStep } from '../workspace/step-runner.ts';
import { TaskStore } from '../workspace/task-store.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { ZonesStore } from '../workspace/zones-store.ts';
import { type RasterChoices, rasterSteps, valuedSteps } from './processing-steps.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const waitingRaster: ValueRaster = {
  ...rasterSample,
  processing: { ...rasterSample.processing, state: 'waiting', step: 'metadata', share: 0 },
  tiles: null,
};

/** Answers each call with this raster or with its layer, and records the calls. */
function answerCalls(raster: ValueRaster): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | URL | Request, options: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'http://any');
    if (options.method === 'PUT') asked.push(url.search);
    return Response.json(url.pathname.includes('layer') ? { ...layerSample, unit: 'ft' } : raster);
  });
  return asked;
}

/** An open project of one layer. */
async function openWorkspace(raster: ValueRaster): Promise<Workspace> {
  const calls: Partial<ProjectCalls> = {
    fetchLayers: async () => [layerSample],
    fetchRasters: async () => [raster],
    fetchValuedRasters: async () => [valuedSample],
  };
  const store = new ProjectStore(layerSample.project, calls as ProjectCalls);
  await store.loadLayers(new AbortController().signal);
  return {
    store,
    images: new ImageWatch(() => {}),
    mapLayers: { current: null },
    previewed: { current: null },
    combined: new CombinedStore(),
    zones: new ZonesStore(),
    tasks: new TaskStore(),
    find: () => {},
    isShared: false,
  };
}

function stepsOf(workspace: Workspace, choices: RasterChoices = { current: {} }) {
  return rasterSteps(workspace, layerSample.id, rasterSample.id, choices);
}

async function run(steps: readonly RunnerStep[]): Promise<void> {
  for (const step of steps) await step.run(() => {}, new AbortController().signal);
}

test('a code that a person enters is told once, before the step that failed without it', async () => {
  const asked = answerCalls(rasterSample);
  const steps = stepsOf(await openWorkspace(waitingRaster), { current: { epsg: 32_610 } });
  await run(steps.slice(0, 3));
  expect(asked).toEqual([
    '?rasterID=21&type=crs&epsg=32610',
    '?rasterID=21&type=metadata',
    '?rasterID=21&type=crs',
    '?rasterID=21&type=geospatial',
  ]);
});

test('a code that takes the place of a wrong one is told before the step that failed with that', async () => {
  const asked = answerCalls(rasterSample);
  const steps = stepsOf(await openWorkspace(waitingRaster), { current: { epsg: 32_610 } });
  await run(steps.slice(2, 4));
  expect(asked).toEqual([
    '?rasterID=21&type=crs&epsg=32610',
    '?rasterID=21&type=geospatial',
    '?rasterID=21&type=img',
  ]);
});

test('a picture that the map has drawn before the last step is not waited for again', async () => {
  vi.useFakeTimers();
  answerCalls(rasterSample);
  const workspace = await openWorkspace(waitingRaster);
  const steps = stepsOf(workspace);
  await run(steps.slice(0, 4));
  // The raster lies on the one tile that the map shows, before and after it flies there.
  workspace.images.tell(layerSample.id, 'loaded');
  let isOver = false;
  const rest = run(steps.slice(4)).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver).toBe(true);
  await rest;
  // The server has taken the unit from the file.
  expect(workspace.store.layer(layerSample.id)?.layer.unit).toBe('ft');
});

test('the picture of a raster that is made anew is waited for', async () => {
  vi.useFakeTimers();
  const workspace = await openWorkspace(rasterSample);
  workspace.images.tell(layerSample.id, 'loaded');
  await vi.advanceTimersByTimeAsync(1_000);
  const tiles = { ...rasterSample.tiles!, data: '/tiles/value/data/21/{z}/{x}/{y}?v=2' };
  answerCalls({ ...rasterSample, tiles });
  let isOver = false;
  const all = run(stepsOf(workspace)).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isOver).toBe(false);
  workspace.images.tell(layerSample.id, 'loaded');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver).toBe(true);
  await all;
});

test('values of former numbers are gone when a raster is read differently', async () => {
  answerCalls(waitingRaster);
  const workspace = await openWorkspace(rasterSample);
  const valued = () => workspace.store.layer(layerSample.id)?.valued;
  await run(stepsOf(workspace).slice(0, 1));
  expect(valued()).toEqual(valuedSample);
  await run(stepsOf(workspace, { current: { kind: 'categorical' } }).slice(0, 1));
  expect(valued()).toBeNull();
});

// Specification part 3, section 8, names a label for the call that posts a valued raster, which is the
// first of the five steps of section 4.
test('the first of the five steps cites the call that it makes', () => {
  const workspace = { store: { layer: () => undefined } } as unknown as Workspace;
  const steps = valuedSteps(workspace, 11, null);
  expect(steps.map(({ id, label }) => [id, label])).toEqual([
    ['store', 'post CVM valued raster'],
    ['genValRst', 'CVM error when building valued raster'],
    ['genValImg', 'CVM error when generating valued image'],
    ['load', 'CVM error when loading valued raster data'],
    ['fetch', 'CVM error when fetching valued image to map'],
  ]);
});
