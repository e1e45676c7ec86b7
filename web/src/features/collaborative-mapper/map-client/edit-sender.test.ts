import { expect, test, vi } from 'vitest';
import { CallFailedError } from '../../../lib/api-errors.ts';
import { type FeatureChange, type MapState, noDraft } from '../state/map-state.ts';
import { EditSender } from './edit-sender.ts';
import type { Intake } from './intake.ts';
import type { MapCalls } from './map-calls.ts';
import { MapStore } from './map-store.ts';
import { memoryOutbox } from './outbox.ts';

const change: FeatureChange = {
  featureId: 'a',
  baseRevision: 0,
  before: null,
  after: { geometry: { type: 'Point', coordinates: [0, 0] }, properties: {} },
};

/** An open map in a browser that stores an edit when the test lets it. */
async function openMap(status: MapState['map']['status'] = 'creator') {
  const store = new MapStore();
  const apply = vi.fn(async () => ({ seq: 1, group: 'g', operations: [] }));
  const intake = { takeApplied: async () => {} } as Partial<Intake> as Intake;
  const sender = new EditSender(store, { apply } as Partial<MapCalls> as MapCalls, intake);
  const keeping = Promise.withResolvers<void>();
  const outbox = { ...memoryOutbox(), isLasting: true, add: () => keeping.promise };
  const kept = await sender.open(outbox);
  const empty = { features: new Map(), held: [], proposals: [], people: new Map() };
  const state = { seq: 0, tileNews: null, connection: 'live', unkeptEdits: 0 } as const;
  store.set({
    phase: 'open',
    map: { id: 1, status } as MapState['map'],
    ...empty,
    ...state,
    ...kept,
  });
  return { store, sender, apply, keeping };
}

test('an edit is on the screen at once, and neither called kept nor sent before it is on the disk', async () => {
  const { store, sender, apply, keeping } = await openMap();
  const editing = sender.edit([change], '');
  expect(store.open()).toMatchObject({ pending: [{ changes: [change] }], unkeptEdits: 1 });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(apply).not.toHaveBeenCalled();
  keeping.resolve();
  await editing;
  expect(apply).toHaveBeenCalledOnce();
  expect(store.open()).toMatchObject({ pending: [], unkeptEdits: 0, keepsEdits: true });
});

test('an edit that the browser cannot keep is sent all the same, and the map says so', async () => {
  const { store, sender, apply, keeping } = await openMap();
  const editing = sender.edit([change], '');
  keeping.reject(new Error('The disk is full.'));
  await editing;
  expect(apply).toHaveBeenCalledOnce();
  expect(store.open()).toMatchObject({ pending: [], unkeptEdits: 0, keepsEdits: false });
});

test('an edit is settled when the server has answered, whoever began to send it', async () => {
  const { sender, apply, keeping } = await openMap();
  const answered = Promise.withResolvers<void>();
  apply.mockImplementation(async () => {
    await answered.promise;
    return { seq: 1, group: 'g', operations: [] };
  });
  void sender.edit([change], '');
  void sender.send();
  const settled = vi.fn();
  void sender.whenAnswered().then(settled);
  keeping.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(settled).not.toHaveBeenCalled();
  answered.resolve();
  await vi.waitFor(() => expect(settled).toHaveBeenCalledOnce());
});

test('an edit that could not be sent is sent again before it is settled', async () => {
  const { store, sender, apply, keeping } = await openMap();
  keeping.resolve();
  apply.mockRejectedValue(new CallFailedError('There is no connection.', null));
  await sender.edit([change], '');
  await expect(sender.whenAnswered()).rejects.toThrow('could not be sent');
  apply.mockResolvedValue({ seq: 1, group: 'g', operations: [] });
  await sender.whenAnswered();
  expect(store.open()).toMatchObject({ pending: [], held: [] });
  sender.close();
});

test('changes that are added to a draft at the same time are all in it', async () => {
  const { store, sender } = await openMap('editor');
  const other = { ...change, featureId: 'b' };
  await Promise.all([sender.addToDraft([change]), sender.addToDraft([other])]);
  expect(store.open()?.draft).toEqual({ ...noDraft, changes: [change, other] });
});

test('an edit of which nothing is left to send is neither sent nor held', async () => {
  const { store, sender, apply, keeping } = await openMap();
  keeping.resolve();
  const state = { geometry: null, properties: { depth: 2 } };
  await sender.edit([{ featureId: 'a', baseRevision: 3, before: state, after: state }], '');
  expect(apply).not.toHaveBeenCalled();
  expect(store.open()).toMatchObject({ pending: [], held: [] });
});
