import { forEachPixel } from '../raster/window.ts';
import type { Scene } from '../source/scene.ts';
import { usability, usabilityOf } from './classification.ts';
import { type RankedDate, sceneDistanceDays } from './rank.ts';
import { pixelSizeOf, SceneFileError, type SceneFiles } from './scene-files.ts';
import type { WorkArea } from './types.ts';

/** A scene whose classification has been read onto the work grid. */
export interface SurveyedScene {
  readonly scene: Scene;
  /** `usability` codes of the work grid; unobserved outside of the area. */
  readonly usable: Uint8Array;
  readonly distanceDays: number;
}

export interface SceneFailure {
  readonly scene: Scene;
  readonly reason: unknown;
}

export interface CompositeContext {
  readonly workArea: WorkArea;
  readonly files: SceneFiles;
  readonly signal: AbortSignal | undefined;
}

/** Classifications read at the same time before it is judged whether more are needed. */
const waveScenes = 4;
/** Nothing more is read once this share of the area is clear. */
const enoughClearShare = 0.995;
/** For ordering scenes whose catalogue entry doesn't tell their cloud cover. */
const unknownCloudPercent = 50;

/**
 * Reads the scene classifications around one date, nearest scenes first, a few at a time, until
 * enough of the area has been seen clear. They cost little and tell which bands are worth reading.
 */
export class Survey {
  /** Nearest first. */
  readonly scenes: SurveyedScene[] = [];
  /** Scenes that could not be read, and why. */
  readonly failures: SceneFailure[] = [];
  readonly #waiting: Scene[];
  readonly #wanted: RankedDate;
  readonly #context: CompositeContext;

  constructor(scenes: readonly Scene[], wanted: RankedDate, context: CompositeContext) {
    const expected = (scene: Scene): number =>
      sceneDistanceDays(scene, wanted, (scene.cloudCoverPercent ?? unknownCloudPercent) / 100);
    this.#waiting = [...scenes].sort((a, b) => expected(a) - expected(b));
    this.#wanted = wanted;
    this.#context = context;
  }

  /** Reads on until enough of the area is clear in some scene, or there are no more scenes. */
  async readEnough(): Promise<void> {
    const { pixelCount } = this.#context.workArea;
    while (this.#waiting.length > 0 && this.clearPixels() < enoughClearShare * pixelCount) {
      this.#context.signal?.throwIfAborted();
      const wave = this.#waiting.splice(0, waveScenes);
      await Promise.all(wave.map((scene) => this.#read(scene)));
      this.scenes.sort((a, b) => a.distanceDays - b.distanceDays);
    }
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
    let count = 0;
    for (const { usable } of this.scenes.filter(isWanted)) {
      for (let index = 0; index < seen.length; index += 1) {
        if (seen[index] === 0 && isClear(usable[index]!)) {
          seen[index] = 1;
          count += 1;
        }
      }
    }
    return count;
  }

  async #read(scene: Scene): Promise<void> {
    try {
      const usable = await this.#readUsability(scene);
      const cloudShare = maskedShare(usable);
      // A tile beside the area, or one of which the satellite saw another part.
      if (cloudShare === undefined) return;
      const distanceDays = sceneDistanceDays(scene, this.#wanted, cloudShare);
      this.scenes.push({ scene, usable, distanceDays });
    } catch (reason) {
      this.#context.signal?.throwIfAborted();
      this.failures.push({ scene, reason });
    }
  }

  async #readUsability(scene: Scene): Promise<Uint8Array> {
    const { files, workArea } = this.#context;
    if (!scene.classification) {
      throw new SceneFileError(`${scene.id} has no scene classification.`);
    }
    const { grid, mask, pixelSizeMeters } = workArea;
    const placed = await files.open(scene, scene.classification, pixelSizeMeters);
    const read = await files.read(placed, grid, mask, {
      resampling: 'nearest',
      convert: (raster) => ({
        ...raster,
        bands: [usabilityOf(raster, pixelSizeOf(placed.grid))],
      }),
    });
    const usable = new Uint8Array(mask.length);
    if (read) {
      forEachPixel(read.window, grid.width, (index, source) => {
        if (mask[index] === 1) usable[index] = read.samples[source]!;
      });
    }
    return usable;
  }
}

/** Whether a pixel shows the ground without snow. */
export function isClear(code: number): boolean {
  return code === usability.clear || code === usability.water;
}

/** Share of the observed pixels that are masked; undefined when none is observed. */
function maskedShare(usable: Uint8Array): number | undefined {
  let observed = 0;
  let masked = 0;
  for (const code of usable) {
    if (code === usability.unobserved) continue;
    observed += 1;
    if (code === usability.masked) masked += 1;
  }
  return observed === 0 ? undefined : masked / observed;
}
