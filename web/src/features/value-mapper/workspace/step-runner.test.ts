import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { expect, test } from 'vitest';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { queue } from '../../../ui/overlays/toast.tsx';
import { labelled } from '../calls/failure.ts';
import { type RunnerStep, StepRunner } from './step-runner.ts';

const step = (id: string, run: RunnerStep['run']): RunnerStep => ({
  id,
  name: id,
  label: valueMapperErrorLabels.generateImage,
  run,
});
const statesOf = (runner: StepRunner) => runner.getState().steps.map(({ state }) => state);

test('steps run one after another', async () => {
  const order: string[] = [];
  const runner = new StepRunner(
    ['a', 'b'].map((id) =>
      step(id, async () => {
        order.push(`${id} begins`);
        await Promise.resolve();
        order.push(`${id} ends`);
      }),
    ),
  );
  expect(statesOf(runner)).toEqual(['waiting', 'waiting']);
  await runner.start();
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(statesOf(runner)).toEqual(['done', 'done']);
  expect(runner.getState()).toMatchObject({ isDone: true, failure: null });
});

test('a step that fails says why, cites its label, and is where the next try begins', async () => {
  let tries = 0;
  let firstRuns = 0;
  const refusal = new RequestRefusedError(422, { error: 'The disk is full.', code: 'disk_full' });
  const runner = new StepRunner([
    step('a', async () => {
      firstRuns++;
    }),
    step('b', async () => {
      tries++;
      if (tries === 1) throw refusal;
    }),
    step('c', async () => {}),
  ]);
  await runner.start();
  expect(statesOf(runner)).toEqual(['done', 'failed', 'waiting']);
  expect(runner.getState().failure).toEqual({
    stepId: 'b',
    reason: 'The disk is full.',
    cause: refusal,
  });
  expect(queue.visibleToasts.map(({ content }) => content.text)).toContain(
    "Something has gone wrong. Please use the contact form to submit a bug citing the error 'CVM error when generating image'.",
  );
  await runner.start();
  expect(statesOf(runner)).toEqual(['done', 'done', 'done']);
  expect([firstRuns, tries]).toEqual([1, 2]);
});

test('a full disk is told as that, and not as a bug', async () => {
  const full = new CallFailedError('507', 507);
  const runner = new StepRunner([step('a', () => Promise.reject(full))]);
  await runner.start();
  const { diskFull } = messages;
  expect(runner.getState().failure).toMatchObject({ reason: diskFull });
  expect(queue.visibleToasts.map(({ content }) => content.text)).toContain(diskFull);
});

test('what is stopped is no failure and can go on', async () => {
  const gate = Promise.withResolvers<void>();
  const runner = new StepRunner([step('a', () => gate.promise)]);
  const running = runner.start();
  runner.stop();
  gate.resolve();
  await running;
  expect(runner.getState()).toMatchObject({ failure: null, isDone: false });
  await runner.start();
  expect(runner.getState().isDone).toBe(true);
});

test('how far a step is, is told while it runs', async () => {
  const gate = Promise.withResolvers<void>();
  const runner = new StepRunner([
    step('a', async (tell) => {
      tell('40%');
      await gate.promise;
    }),
  ]);
  const running = runner.start();
  expect(runner.getState().steps[0]?.detail).toBe('40%');
  gate.resolve();
  await running;
  expect(runner.getState().steps[0]?.detail).toBeUndefined();
});

test('a failure with a label of its own is cited by that label, with the reason of its call', async () => {
  const refusal = new RequestRefusedError(503, { error: 'The disk is away.', code: 'disk_away' });
  const runner = new StepRunner([
    step('a', () => labelled(valueMapperErrorLabels.getRastersOnInit, Promise.reject(refusal))),
  ]);
  await runner.start();
  expect(runner.getState().failure).toEqual({
    stepId: 'a',
    reason: 'The disk is away.',
    cause: refusal,
  });
  expect(queue.visibleToasts.map(({ content }) => content.text)).toContain(
    "Something has gone wrong. Please use the contact form to submit a bug citing the error 'get CVM rasters on app init'.",
  );
});
