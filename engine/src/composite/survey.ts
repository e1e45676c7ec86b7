import type { Scene } from '../source/scene.ts';
import { usability } from './classification.ts';
import { type RankedDate, sceneDistanceDays } from './rank.ts';
import type { SceneFiles } from './scene-files.ts';
import type { WorkArea } from './types.ts';

/** A scene whose classification has been read onto the work grid. */
export interface SurveyedScene {
  readonly scene: Scene;
  /** `usability` codes of the work grid; unobserved outside of the area. */
  readonly usable: Uint8Array;
  /** How many pixels have each code. */
  readonly counts: Uint32Array;
  readonly distanceDays: number;
}

export interface SceneFailure {
  readonly scene: Scene;
  readonly reason: unknown;
}

export interface SurveyContext {
  readonly workArea: WorkArea;
  readonly signal: AbortSignal | undefined;
  /** What a scene shows on the work area's grid, as `usability` codes. */
  readonly readUsability: (scene: Scene) => Promise<Uint8Array>;
  /** A scene's classification has been read, or could not be. */
  readonly onSurveyed: () => void;
}

export interface CompositeContext extends SurveyContext {
  readonly files: SceneFiles;
}

/** Classifications read at the same time before it is judged whether more are needed. */
const waveScenes = 4;
/** Nothing more is read once this share of the area is clear. */
const enoughClearShare = 0.995;
/** 1 for each `usability` code of clear ground or water. */
const isClear = Uint8Array.from(Object.values(usability), (code) =>
  code === usability.clear || code === usability.water ? 1 : 0,
);
/** So many failures without one scene read mean that the files can't be read now. */
export const mostFailures = 8;
/** For ordering scenes whose catalogue entry doesn't tell their cloud cover. */
const unknownCloudPercent = 50;

/** Scenes in the order in which they are worth looking at, as far as the catalogue tells. */
export function nearestFirst(scenes: readonly Scene[], wanted: RankedDate): Scene[] {
  const expected = (scene: Scene): number =>
    sceneDistanceDays(scene, wanted, (scene.cloudCoverPercent ?? unknownCloudPercent) / 100);
  return scenes.toSorted((a, b) => expected(a) - expected(b));
}

/**
 * Reads the scene classifications around one date, nearest scenes first, a few at a time, until
 * enough of the area has been seen clear. They cost little and tell which bands are worth reading.
 */
export class Survey {
  /** Nearest first. */
  readonly scenes: SurveyedScene[] = [];
  /** Scenes that could not be read, and why. */
  readonly failures: SceneFailure[] = [];
  /** Scenes that show nothing of the area. */
  readonly beside: Scene[] = [];
  readonly #waiting: Scene[];
  readonly #wanted: RankedDate;
  readonly #context: SurveyContext;

  constructor(scenes: readonly Scene[], wanted: RankedDate, context: SurveyContext) {
    this.#waiting = nearestFirst(scenes, wanted);
    this.#wanted = wanted;
    this.#context = context;
  }

  /** Reads on until enough of the area is clear in some scene, or there are no more scenes. */
  async readEnough(): Promise<void> {
    const { pixelCount } = this.#context.workArea;
    while (this.#waiting.length > 0 && this.clearPixels() < enoughClearShare * pixelCount) {
      if (this.#isHopeless()) return;
      await this.#readWave();
    }
  }

  #isHopeless(): boolean {
    return this.scenes.length === 0 && this.failures.length >= mostFailures;
  }

  async #readWave(): Promise<void> {
    this.#context.signal?.throwIfAborted();
    const wave = this.#waiting.slice(0, waveScenes);
    await Promise.all(wave.map((scene) => this.#read(scene)));
    this.#waiting.splice(0, wave.length);
    this.scenes.sort((a, b) => a.distanceDays - b.distanceDays);
  }

  /** Leaves out a scene whose bands could not be read. */
  drop(scene: Scene, reason: unknown): void {
    const index = this.scenes.findIndex((other) => other.scene === scene);
    if (index !== -1) this.scenes.splice(index, 1);
    this.failures.push({ scene, reason });
  }

  /** Pixels that are clear in some scene, or in some of those that `isWanted`. */
  clearPixels(isWanted: (scene: SurveyedScene) => boolean = () => true): number {
    const seen = new Uint8Array(this.#context.workArea.mask.length);
    for (const { usable } of this.scenes.filter(isWanted)) {
      for (let index = 0; index < seen.length; index += 1) seen[index]! |= isClear[usable[index]!]!;
    }
    let count = 0;
    for (let index = 0; index < seen.length; index += 1) count += seen[index]!;
    return count;
  }

  async #read(scene: Scene): Promise<void> {
    try {
      const usable = await this.#context.readUsability(scene);
      const counts = countCodes(usable);
      const seen = { scene, usable, counts };
      // A tile beside the area, or one of which the satellite saw another part.
      if (coveredPixels(seen) === 0) {
        this.beside.push(scene);
        return;
      }
      const distanceDays = sceneDistanceDays(scene, this.#wanted, cloudShareOf(seen));
      this.scenes.push({ ...seen, distanceDays });
    } catch (reason) {
      this.#context.signal?.throwIfAborted();
      this.failures.push({ scene, reason });
    } finally {
      this.#context.onSurveyed();
    }
  }
}

/** Pixels of the area that a scene shows, clouds included. */
export function coveredPixels({
  usable,
  counts,
}: Pick<SurveyedScene, 'usable' | 'counts'>): number {
  return usable.length - counts[usability.unobserved]!;
}

/** Share of what a scene shows of the area that is under clouds or their shadow, 0 to 1. */
export function cloudShareOf(surveyed: Pick<SurveyedScene, 'usable' | 'counts'>): number {
  return surveyed.counts[usability.masked]! / coveredPixels(surveyed);
}

/** How many pixels have each `usability` code. */
export function countCodes(usable: Uint8Array): Uint32Array {
  const counts = new Uint32Array(Object.keys(usability).length);
  for (let index = 0; index < usable.length; index += 1) counts[usable[index]!]! += 1;
  return counts;
}
