import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewScenes } from '../src/analysis/preview/preview-scenes.ts';
import { previewOf, type ScenePreview } from '../src/analysis/preview/scene-preview.ts';
import { type SceneNews, SceneViews } from '../src/analysis/preview/scene-views.ts';
import { runAnalysis } from '../src/analysis/run.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from '../src/analysis/types.ts';
import { coordinateTransform } from '../src/crs/transform.ts';
import { AnalysisFailure } from '../src/failure/analysis-failure.ts';
import type { Grid, Window } from '../src/raster/grid.ts';
import { FileSource } from '../src/source/file-source.ts';
import type { Transport } from '../src/source/transport.ts';
import { openTiff, readWindow } from '../src/tiff/index.ts';
import { deadlinesOf, transportTo } from './http-imagery.ts';
import type { Fault } from './imagery-faults.ts';
import { type ImageryServer, startImageryServer } from './imagery-server.ts';
import {
  changedGround,
  isIn,
  type SyntheticPlace,
  type SyntheticTile,
} from './synthetic-ground.ts';
import {
  outlineOf,
  type SyntheticScene,
  syntheticPlace,
  syntheticScenes,
  syntheticTile,
  syntheticWorld,
  writeSyntheticScenes,
} from './synthetic-scenes.ts';

/** Large enough for the change, small enough for many runs. */
export const smallTile: SyntheticTile = { ...syntheticTile, side: 200 };
/** The area of a run that names no other: inside of `smallTile`, 10 pixels from its edges. */
export const smallArea: Window = { column: 10, row: 10, width: 180, height: 180 };

export interface SyntheticRun extends Partial<AnalysisRequest> {
  /**
   * What the catalogue has; the three scenes of each date when left out. Scenes without a tile are
   * on `smallTile`.
   */
  readonly catalogue?: readonly SyntheticScene[];
  readonly faults?: readonly Fault[];
  readonly latencyMilliseconds?: number;
  /** Alters the files before they are served; the folder then serves this run alone. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** Alters the folder of the result before the run begins. */
  readonly prepareOutput?: (folder: string) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: AnalysisProgress) => void;
}

type ServedImagery = Pick<SyntheticRun, 'catalogue' | 'faults' | 'latencyMilliseconds' | 'prepare'>;

/** The area and the dates of a run that names no others. */
const syntheticQuestion = {
  area: outlineOf(smallArea),
  startDate: syntheticWorld.startDate,
  endDate: syntheticWorld.endDate,
};
/** The time limit of a preview in a test, long enough that it ends by itself on a busy machine. */
const longestLookSeconds = 300;

/** Whole runs over scenes of the made-up world, each served over HTTP on the loopback interface. */
export class SyntheticRuns {
  readonly #folders: string[] = [];
  readonly #written = new Map<string, Promise<string>>();
  readonly #servers: ImageryServer[] = [];

  /** The result of a run; rejects with AnalysisFailure. */
  async run(options: SyntheticRun = {}): Promise<AnalysisResult> {
    const { catalogue, faults, latencyMilliseconds, prepare, ...rest } = options;
    const { signal, onProgress, prepareOutput, ...request } = rest;
    const source = await this.#serve({ catalogue, faults, latencyMilliseconds, prepare });
    const outputFolder = await this.#folder('refugia-run-');
    await prepareOutput?.(outputFolder);
    return runAnalysis(
      { ...syntheticQuestion, ...request },
      { ...source, outputFolder, signal, onProgress },
    );
  }

  /** What a finished preview expects of the same run. */
  async preview(...asked: Parameters<SyntheticRuns['previews']>): Promise<ScenePreview> {
    const told = await this.previews(...asked);
    return told[told.length - 1];
  }

  /** What a preview expects of the same run after each news, the last time when it has finished. */
  async previews(
    { catalogue, faults }: Pick<SyntheticRun, 'catalogue' | 'faults'>,
    choices?: AnalysisRequest['scenes'],
  ): Promise<ScenePreview[]> {
    const source = await this.#serve({ catalogue, faults });
    const question = { ...syntheticQuestion, maxSeconds: longestLookSeconds };
    const heard: SceneNews[] = [];
    await previewScenes(question, source, { onNews: (news) => heard.push(news) });
    const views = new SceneViews(question);
    const told: ScenePreview[] = [];
    for (const news of heard) {
      views.add(news);
      told.push(await previewOf(views, choices));
    }
    return told;
  }

  async #serve({
    catalogue: scenes = syntheticScenes,
    faults = [],
    latencyMilliseconds = 0,
    prepare,
  }: ServedImagery): Promise<{ transport: Transport; catalogueUrl: string }> {
    const catalogue = scenes.map((scene) => ({ ...scene, tile: scene.tile ?? smallTile }));
    const folder = prepare ? await this.#write(catalogue) : await this.#folderOf(catalogue);
    await prepare?.(folder);
    const server = await startImageryServer(folder, { faults, latencyMilliseconds });
    this.#servers.push(server);
    const transport = transportTo(server, { attempts: 3, attemptDeadline: deadlinesOf(server) });
    return { transport, catalogueUrl: server.catalogueUrl };
  }

  /** Why a run gives no result. */
  async failure(options: SyntheticRun): Promise<AnalysisFailure> {
    const outcome = await this.run(options).catch((error: unknown) => error);
    if (outcome instanceof AnalysisFailure) return outcome;
    throw outcome instanceof Error ? outcome : new Error('The run succeeded.');
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.close();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  /** The folder of the scenes. The same scenes are written only once. */
  #folderOf(scenes: readonly SyntheticScene[]): Promise<string> {
    const key = JSON.stringify(scenes);
    const folder = this.#written.get(key) ?? this.#write(scenes);
    this.#written.set(key, folder);
    return folder;
  }

  async #write(scenes: readonly SyntheticScene[]): Promise<string> {
    const folder = await this.#folder('refugia-scenes-');
    await writeSyntheticScenes(folder, scenes);
    return folder;
  }

  async #folder(prefix: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), prefix));
    this.#folders.push(folder);
    return folder;
  }
}

type ChangeState = 'unchanged' | 'changed' | 'unobserved' | 'outside';

/** The change file of a finished run, with what it says about places in the world. */
export interface ChangeMap {
  readonly grid: Grid;
  /** The state at a column and row of the world. It is `outside` beyond the file, too. */
  at(column: number, row: number): ChangeState;
  readonly counts: Readonly<Record<ChangeState, number>>;
  /** F1 of the changed pixels against the truth, over the pixels that could be seen. */
  readonly f1: number;
}

/** Reads what a run found, against the truth of the world at `place`. */
export async function readChange(
  { files }: AnalysisResult,
  place: SyntheticPlace = syntheticPlace,
): Promise<ChangeMap> {
  const { codes, grid } = await readCodes(files.change);
  const { width, height, affine, epsg } = grid;
  const [pixel, , west, , , north] = affine;
  const fromWorld = coordinateTransform(place.epsg, epsg!);
  const toWorld = coordinateTransform(epsg!, place.epsg);
  const counts = { unchanged: 0, changed: 0, unobserved: 0, outside: 0 };
  let [hits, falseAlarms, misses] = [0, 0, 0];
  for (let index = 0; index < codes.length; index++) {
    const state = stateOf(codes[index]);
    counts[state]++;
    if (state === 'outside' || state === 'unobserved') continue;
    const x = west + pixel * ((index % width) + 0.5);
    const y = north - pixel * (Math.floor(index / width) + 0.5);
    const [worldX, worldY] = toWorld(x, y);
    const column = Math.floor((worldX - place.origin[0]) / 10);
    const isTrue = isIn(changedGround, column, Math.floor((place.origin[1] - worldY) / 10));
    if (state === 'changed' && isTrue) hits++;
    else if (state === 'changed') falseAlarms++;
    else if (isTrue) misses++;
  }
  return {
    grid,
    counts,
    f1: (2 * hits) / (2 * hits + falseAlarms + misses),
    at(worldColumn, worldRow) {
      const [x, y] = fromWorld(
        place.origin[0] + 10 * (worldColumn + 0.5),
        place.origin[1] - 10 * (worldRow + 0.5),
      );
      const [column, row] = [Math.floor((x - west) / pixel), Math.floor((north - y) / pixel)];
      const isInside = column >= 0 && row >= 0 && column < width && row < height;
      return isInside ? stateOf(codes[row * width + column]) : 'outside';
    },
  };
}

async function readCodes(path: string): Promise<{ codes: ArrayLike<number>; grid: Grid }> {
  const source = await FileSource.open(path);
  try {
    const { image } = await openTiff(source);
    const { width, height, affine, epsg } = image;
    const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
    return { codes: bands[0], grid: { width, height, affine: affine!, epsg: epsg! } };
  } finally {
    await source.close();
  }
}

/** Each kind of change has a number of its own. */
function stateOf(code: number): ChangeState {
  if (code === 254) return 'outside';
  if (code === 255) return 'unobserved';
  return code === 0 ? 'unchanged' : 'changed';
}
