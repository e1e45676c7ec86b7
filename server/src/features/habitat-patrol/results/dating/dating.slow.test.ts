import { eventsIn, simulationExamples } from '@refugia/simulation/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeAndDate, expectDatesEverywhere } from '../../../../../testing/dated-patches.ts';
import { createTestApp, type TestApp } from '../../../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { imageryUrl: 'demo', isDatingPatches: true } });
});
afterAll(() => app?.close());

// The truth is the simulation's calendar of events, which the product does not know.
test('the patches of a whole example are dated as its events were', async () => {
  const example = simulationExamples.find(({ expectedChange }) => expectedChange)!;
  const { startDate, endDate } = example;
  const dated = await completeAndDate(app, example);
  const told = dated.patches.filter(({ first_seen, bbox }) => {
    const events = eventsIn(bbox, startDate, endDate);
    return first_seen !== undefined && events.length === 1;
  });
  const right = told.filter(({ first_seen, last_unchanged, bbox }) => {
    const [event] = eventsIn(bbox, startDate, endDate);
    return last_unchanged! <= event!.date && event!.date <= first_seen!;
  });
  expect(told.length).toBeGreaterThanOrEqual(6);
  expect(right.length / told.length).toBeGreaterThanOrEqual(0.9);

  const shown = dated.sighted.filter(({ later_changed }) => later_changed);
  const real = shown.filter(({ bbox }) => eventsIn(bbox, startDate, endDate).length > 0);
  expect(shown.length).toBeGreaterThanOrEqual(6);
  expect(real.length / shown.length).toBeGreaterThanOrEqual(0.9);
  expect(dated.moved.length).toBeGreaterThanOrEqual(1);
  await expectDatesEverywhere(app, dated);
});
