import { expect, test, vi } from 'vitest';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { queue } from '../../../ui/overlays/toast.tsx';
import type { ProjectCalls } from '../calls/calls.ts';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { ProjectStore } from './project-store.ts';

const signal = new AbortController().signal;
const second = { ...layerSample, id: 12, label: 'Slope', position: 1 };
const valueMap = {
  id: 5,
  base_layer: 'Outdoors',
  last_center_coords: '[41.256,-95.9345]',
  last_zoom: 5,
} as const;

async function openStore(calls: Partial<ProjectCalls> = {}) {
  const answers: Partial<ProjectCalls> = {
    fetchProject: async () => ({
      id: 3,
      title: 'Corridor',
      summary: '',
      date_created: '2026-11-22T08:00:00Z',
    }),
    fetchMap: async () => valueMap,
    fetchLayers: async () => [second, layerSample],
    fetchRasters: async () => [rasterSample],
    fetchValuedRasters: async () => [valuedSample],
    updateMap: vi.fn(async () => {}),
    ...calls,
  };
  const store = new ProjectStore(3, answers as ProjectCalls);
  await store.loadProject(signal);
  await store.loadMap(signal);
  await store.loadLayers(signal);
  return { store, calls: answers };
}

const toasts = () => queue.visibleToasts.map(({ content }) => content.text).join('\n');
const failure = async () => {
  throw new CallFailedError('The server could not be reached.', null);
};

const mapWithCenter = (last_center_coords: string) => async () => ({
  ...valueMap,
  last_center_coords,
});

// Specification part 3, section 8, names a label for each of these calls and for the map's data.
test.each([
  ['get CVM rasters on app init', { fetchRasters: failure }],
  ['get CVM valued rasters on app init', { fetchValuedRasters: failure }],
  ['set CVM map data on app init', { fetchMap: mapWithCenter('nowhere') }],
  ['set CVM map data on app init', { fetchMap: mapWithCenter('[41.256]') }],
])('what fails on opening a project has the label %s', async (label, calls) => {
  await expect(openStore(calls)).rejects.toMatchObject({ label });
});

test('layers stand in their order, each with what belongs to it', async () => {
  const { store } = await openStore();
  expect(store.getState().layers).toEqual([
    { layer: layerSample, raster: rasterSample, valued: valuedSample },
    { layer: second, raster: null, valued: null },
  ]);
  expect(store.shownLayers().map(({ layer }) => layer.id)).toEqual([11]);
});

test('what has become of a valued raster is fetched again, if it can be', async () => {
  const fetchValuedRasters = vi.fn<ProjectCalls['fetchValuedRasters']>(async () => [valuedSample]);
  const { store } = await openStore({ fetchValuedRasters });
  const replacement = {
    id: 32,
    processing: { ...valuedSample.processing, state: 'failed' },
  } as const;
  fetchValuedRasters.mockResolvedValueOnce([{ ...valuedSample, replacement }]);
  await store.refreshValued(11);
  expect(store.layer(11)?.valued?.replacement).toEqual(replacement);
  fetchValuedRasters.mockImplementationOnce(failure);
  await store.refreshValued(11);
  expect(store.layer(11)?.valued?.replacement).toEqual(replacement);
  fetchValuedRasters.mockResolvedValueOnce([]);
  await store.refreshValued(11);
  expect(store.layer(11)?.valued).toBeNull();
});

test('visibility is saved before it is shown', async () => {
  const gate = Promise.withResolvers<void>();
  const { store } = await openStore({ updateLayer: () => gate.promise });
  const toggled = store.toggleVisible(11);
  expect(store.layer(11)?.layer.is_visible).toBe(true);
  gate.resolve();
  await toggled;
  expect(store.layer(11)?.layer.is_visible).toBe(false);
  expect(store.shownLayers()).toEqual([]);
});

test('the server chooses the next colour', async () => {
  const { store } = await openStore({ updateLayerColour: async () => 'orange' });
  await store.cycleColour(11);
  expect(store.layer(11)?.layer.img_background_color).toBe('orange');
});

const refusals: readonly (readonly [
  label: string,
  act: (store: ProjectStore) => Promise<unknown>,
])[] = [
  ['is_visible', (store) => store.toggleVisible(11)],
  ['color', (store) => store.cycleColour(11)],
  ['opacity and order', (store) => store.move(11, 1)],
  ['label', (store) => expect(store.rename(11, { label: 'Height' })).rejects.toThrow()],
  ['title', (store) => expect(store.changeProject({ title: 'Other' })).rejects.toThrow()],
  ['summary', (store) => expect(store.changeProject({ summary: 'Other' })).rejects.toThrow()],
];

test.each(refusals)(
  'a failure of put CVM %s is told, and all stays as it was',
  async (label, act) => {
    const { store } = await openStore({
      updateLayer: failure,
      updateLayerColour: failure,
      updateLayerDisplay: failure,
      updateProject: failure,
    });
    const before = store.getState();
    await act(store);
    expect(store.getState()).toEqual(before);
    expect(toasts()).toContain(`citing the error 'put CVM ${label}'.`);
  },
);

test('a layer takes another place among the others', async () => {
  const { store } = await openStore({ updateLayerDisplay: async () => {} });
  await store.move(11, 1);
  expect(store.getState().layers.map(({ layer }) => [layer.id, layer.position])).toEqual([
    [12, 0],
    [11, 1],
  ]);
});

test('of moves that follow each other quickly the last one is saved', async () => {
  const gate = Promise.withResolvers<void>();
  const updateMap = vi.fn<ProjectCalls['updateMap']>(() => gate.promise);
  const { store } = await openStore({ updateMap });
  const done = [4, 5, 6, 7].map((last_zoom) => store.changeMap({ last_zoom }));
  await Promise.resolve();
  gate.resolve();
  await Promise.all(done);
  expect(updateMap.mock.calls.at(-1)).toEqual([5, { last_zoom: 7 }]);
  expect(updateMap.mock.calls.length).toBeLessThanOrEqual(2);
  expect(store.getState().map?.last_zoom).toBe(7);
});

test('a layer that was deleted elsewhere leaves the screen, and one that could not be deleted stays', async () => {
  const gone = new RequestRefusedError(404, { error: 'It is not there.', code: 'not_found' });
  const { store } = await openStore({ deleteLayer: () => Promise.reject(gone) });
  await store.deleteLayer(12);
  expect(store.getState().layers.map(({ layer }) => layer.id)).toEqual([11]);

  const { store: other } = await openStore({ deleteLayer: failure });
  await expect(other.deleteLayer(12)).rejects.toThrow('could not be reached');
  expect(other.getState().layers).toHaveLength(2);
});
