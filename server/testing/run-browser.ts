import { randomInt } from 'node:crypto';
import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import type { TestApp } from './test-app.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A browser that asks for analyses. It has a network address of its own and keeps the cookie that
 * it is given.
 */
export class RunBrowser {
  readonly address = `10.1.${randomInt(256)}.${randomInt(256)}`;
  readonly #app: TestApp;
  readonly #cookies = new Map<string, string>();
  #headers: Record<string, string>;

  constructor(app: TestApp, headers: Record<string, string> = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  /** Uses an account's token from now on. */
  logIn(headers: Readonly<Record<string, string>>): void {
    this.#headers = { ...headers };
  }

  ask(method: Method, url: string, payload?: object, headers: Record<string, string> = {}) {
    return this.send(method, url, { payload, headers });
  }

  /** Like `ask`, with any body. */
  async send(
    method: Method,
    url: string,
    {
      payload,
      headers,
    }: { payload?: object | string | undefined; headers: Record<string, string> },
  ) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.#app.app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: { ...this.#headers, ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of reply.cookies) {
      this.#cookies.set(name, encodeURIComponent(value));
    }
    return reply;
  }

  /** Asks for an analysis without waiting for it. */
  start(payload: object) {
    return this.ask('POST', '/api/changedetection/analysis', payload, { prefer: 'respond-async' });
  }

  async run(id: string): Promise<Run> {
    return (await this.ask('GET', `/api/changedetection/runs/${id}`)).json();
  }

  async untilEnded(id: string): Promise<Run> {
    for (;;) {
      const run = await this.run(id);
      if (hasEnded(run)) return run;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Runs an analysis to its end, and returns its id. */
  async complete(payload: object): Promise<string> {
    const { id } = (await this.start(payload)).json();
    const run = await this.untilEnded(id);
    if (run.status !== 'done') throw new Error(`${run.status}: ${run.failure?.reason}`);
    return id;
  }
}
