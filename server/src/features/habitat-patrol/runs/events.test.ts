import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';

let product: SyntheticApp;
let base: string;
beforeAll(async () => {
  product = await createSyntheticApp();
  base = await product.testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product?.close());

describe('events', () => {
  const controllers: AbortController[] = [];
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort();
  });

  async function events(id: string, headers: Record<string, string> = {}) {
    const controller = new AbortController();
    controllers.push(controller);
    const url = `${base}/api/changedetection/runs/${id}/events`;
    return await fetch(url, { headers, signal: controller.signal });
  }

  test('tell the steps in their order, then the end', async () => {
    const browser = new RunBrowser(product.testApp);
    const { id } = (await browser.start(syntheticRequest)).json();
    const reply = await events(id);
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const text = await reply.text();
    const told = [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, data]) => ({
      name,
      data: JSON.parse(data),
    }));
    expect(told.at(-1)).toEqual({ name: 'end', data: { id, status: 'done' } });
    const order = ['waiting', 'searching', 'reading', 'compositing', 'detecting', 'rendering'];
    const steps = told.slice(0, -1).map(({ data }) => order.indexOf(data.step));
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps).not.toContain(-1);

    // A later listener receives the end at once. One that has received it does not connect again.
    expect(await (await events(id)).text()).toContain('event: end');
    expect((await events(id, { 'last-event-id': 'end' })).status).toBe(204);
  });

  test('of a run that is not there: 404', async () => {
    expect((await events('A'.repeat(22))).status).toBe(404);
  });
});
