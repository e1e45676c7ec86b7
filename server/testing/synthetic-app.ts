import { randomInt } from 'node:crypto';
import { areaOf, writeArea } from '@refugia/contract/area.ts';
import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { Run, RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import type { Config } from '../src/platform/config.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const syntheticArea = areaOf(syntheticWorld.area);

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A browser that asks for analyses, with an address of its own and the cookie that it is given. */
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

  async complete(payload: object): Promise<string> {
    const { id } = (await this.start(payload)).json();
    const run = await this.untilEnded(id);
    if (run.status !== 'done') throw new Error(`${run.status}: ${run.failure?.reason}`);
    return id;
  }
}

/** A request for an area of the synthetic world, part of which changed between the dates. */
export const syntheticRequest = {
  coords: writeArea(syntheticWorld.area),
  startDate: syntheticWorld.startDate,
  endDate: syntheticWorld.endDate,
};

/** A request for the same area in a year without scenes. */
export const withoutScenes = {
  ...syntheticRequest,
  startDate: '2016-07-15',
  endDate: '2017-07-15',
};

/** The product, with an imagery server of the synthetic world. */
export interface SyntheticApp {
  readonly testApp: TestApp;
  readonly imageryServer: ImageryServer;
  close(): Promise<void>;
}

export async function createSyntheticApp(config: Partial<Config> = {}): Promise<SyntheticApp> {
  const imageryServer = await startSyntheticImagery();
  const imageryUrl = imageryServer.catalogueUrl;
  const testApp = await createTestApp({ config: { imageryUrl, ...config } });
  return {
    testApp,
    imageryServer,
    async close() {
      await testApp.close();
      await imageryServer.close();
    },
  };
}

/** A finished run of the synthetic world, with its owner's browser and a browser of somebody else. */
export interface FinishedRun extends SyntheticApp {
  readonly owner: RunBrowser;
  readonly id: string;
  readonly runUrl: string;
  readonly result: RunResult;
  /** The browser of a person who has the id and is not the owner. */
  anybody(): RunBrowser;
  download(file: string, headers?: Record<string, string>): ReturnType<RunBrowser['ask']>;
}

/** The public address in the installation's settings. */
export const publicUrl = 'https://maps.example.org';

/** @param changes to the request */
export async function createFinishedRun(
  changes: object = {},
  config: Partial<Config> = {},
): Promise<FinishedRun> {
  const app = await createSyntheticApp({ publicUrl, ...config });
  const owner = new RunBrowser(app.testApp);
  const id = await owner.complete({ ...syntheticRequest, ...changes });
  const runUrl = `/api/changedetection/runs/${id}`;
  const anybody = () => new RunBrowser(app.testApp);
  return {
    ...app,
    owner,
    id,
    runUrl,
    result: (await owner.run(id)).result!,
    anybody,
    download: (file, headers = {}) =>
      anybody().ask('GET', `${runUrl}/downloads/${file}`, undefined, headers),
  };
}
