import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol.ts';
import { simulationExamples } from '@refugia/engine/simulation/catalogue.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const thread = vi.hoisted(() => ({ script: '' }));

// The whole product, but for what its analysis threads run.
vi.mock(import('./analysis-thread.ts'), async (importOriginal) => {
  const { runInThread } = await importOriginal();
  return {
    runInThread: (order, options) =>
      runInThread(order, {
        ...options,
        entry: new URL(`data:text/javascript,${encodeURIComponent(thread.script)}`),
        maxHeapMegabytes: 32,
      }),
  };
});

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());
afterEach(() => {
  thread.script = '';
});

const [example] = simulationExamples;
if (!example) throw new Error('the simulation has no example');
const coords = writeArea(example.area);
let year = 2015;

/** Asks for a run that nobody has asked for yet, and waits for its end. */
async function run() {
  year += 1;
  return await product.app.inject({
    method: 'POST',
    url: '/api/changedetection/analysis',
    remoteAddress: `10.2.0.${year - 2000}`,
    payload: { coords, startDate: `${year}-06-01`, endDate: `${year + 1}-06-01` },
  });
}

const send = (message: string) =>
  `import { parentPort } from 'node:worker_threads'; parentPort.postMessage(${message});`;

test.each([
  ['throws after it has begun', "setTimeout(() => { throw new Error('too late'); });"],
  ['leaves a promise rejected', "Promise.reject(new Error('nobody waits'));"],
  ['ends itself', 'process.exit(3);'],
  ['reports that it broke', send("{ kind: 'broken', error: new TypeError('no such band') }")],
])('a thread that %s fails the run with a reason, and the server lives', async (_, script) => {
  thread.script = script;
  const reply = await run();
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    code: 'attempt_failed',
    permanent: false,
    reason:
      'Something went wrong inside the analysis. The administrators can read what in the log.',
  });
  const kept = await product.app.inject(`/api/changedetection/runs/${reply.json().id}`);
  expect(kept.json<Run>()).toMatchObject({ status: 'failed', progress: null });
  expect((await product.app.inject('/api/health')).statusCode).toBe(200);
});

test.each([
  // Room by room: V8 aborts the whole process when one burst overshoots a limit as small as this.
  [
    'its heap',
    `const kept = [];
     const grow = () => { kept.push(new Array(10_000).fill(kept.length)); setImmediate(grow); };
     grow();`,
  ],
  [
    'what the system has',
    `import { parentPort } from 'node:worker_threads';
     try { new ArrayBuffer(2 ** 52); }
     catch (error) { parentPort.postMessage({ kind: 'broken', error }); }`,
  ],
])('a thread that needs more memory than %s asks for a smaller area', async (_, script) => {
  thread.script = script;
  const reply = await run();
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({
    permanent: true,
    reason: 'The analysis needed more memory than it may use. Choose a smaller area.',
  });
  expect((await product.app.inject('/api/health')).statusCode).toBe(200);
});
