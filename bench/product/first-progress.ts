import {
  type ScenePreview,
  scenePreviewLinesType,
} from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type { RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import { analysisOf, order, type Product } from './product.ts';

/** Milliseconds from the click. */
interface ProgressTimes {
  /** The first progress event of whatever kind. */
  readonly firstEvent: number;
  /** The first that says that the run is under way. */
  readonly underWay: number;
  /** The first that the run's own process has told. */
  readonly fromEngine: number;
}

/** How soon a browser that has just ordered an analysis sees progress. */
export async function timeFirstProgress(product: Product, place: number): Promise<ProgressTimes> {
  const started = performance.now();
  const id = await order(product, analysisOf(placeOf(place), 3));
  const path = `/api/changedetection/runs/${id}`;
  const following = new AbortController();
  const times: number[] = [];
  for await (const progress of progressEvents(
    `${product.address}${path}/events`,
    following.signal,
  )) {
    const now = performance.now() - started;
    times[0] ??= now;
    if (progress.step === 'waiting') continue;
    times[1] ??= now;
    if (progress.done === undefined) continue;
    times[2] = now;
    break;
  }
  following.abort();
  await product.post(`${path}/cancel`, {});
  const [firstEvent = Number.NaN, underWay = Number.NaN, fromEngine = Number.NaN] = times;
  return { firstEvent, underWay, fromEngine };
}

/** Milliseconds from the question. */
interface SceneTimes {
  /** The list, with the catalogue's figures. */
  readonly listed: number;
  /** Which of them a run would use. */
  readonly decided: number;
  /** Each of them looked at for clouds. */
  readonly all: number;
  readonly again: number;
}

/** How soon a browser sees the scenes around both dates. */
export async function timeScenes(product: Product, place: number): Promise<SceneTimes> {
  const body = analysisOf(placeOf(place), 10);
  const times: { listed?: number; decided?: number; all: number } = { all: Number.NaN };
  for await (const { preview, milliseconds } of previews(product, body)) {
    times.listed ??= milliseconds;
    if (preview.before.clear_share !== null && preview.after.clear_share !== null) {
      times.decided ??= milliseconds;
    }
    if (preview.is_complete) times.all = milliseconds;
  }
  const { listed = Number.NaN, decided = Number.NaN, all } = times;
  const [first] = await Array.fromAsync(previews(product, body));
  return { listed, decided, all, again: first?.milliseconds ?? Number.NaN };
}

async function* previews(
  product: Product,
  body: object,
): AsyncGenerator<{ preview: ScenePreview; milliseconds: number }> {
  const started = performance.now();
  const reply = await product.post('/api/changedetection/scenes', body, {
    accept: scenePreviewLinesType,
  });
  for await (const line of linesOf(reply)) {
    yield { preview: JSON.parse(line), milliseconds: performance.now() - started };
  }
}

async function* linesOf(reply: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop()!;
    yield* lines;
  }
}

/** Places that are so far apart that no run finds tiles or scenes of another one in a cache. */
function placeOf(index: number) {
  return { longitude: -98.35 + 0.9 * index, latitude: 41.05 - 0.4 * index };
}

async function* progressEvents(url: string, signal: AbortSignal): AsyncGenerator<RunProgress> {
  const reply = await fetch(url, { signal });
  let text = '';
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      if (event.includes('event: end')) throw new Error(`The run ended: ${event}`);
      const data = /^event: progress\ndata: (.*)$/m.exec(event)?.[1];
      if (data) yield JSON.parse(data) as RunProgress;
    }
  }
}
