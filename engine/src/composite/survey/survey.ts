import type { Scene } from '../../source/scene.ts';
import type { SceneFiles } from '../read/scene-files.ts';
import type { WorkArea } from '../types.ts';
import { usability } from '../usability/classification.ts';
import { addClear } from '../usability/usable-pixels.ts';
import { type RankedDate, sceneDistanceDays } from './rank.ts';

/** How a scene's classification covers an area. */
export interface SceneUsability {
  /** `usability` codes of the work grid; unobserved outside of the area. */
  readonly usable: Uint8Array;
  /** How many pixels have each code. */
  readonly counts: Uint32Array;
}

/** A scene whose classification has been read onto the work grid. */
export interface SurveyedScene extends SceneUsability {
  readonly scene: Scene;
  readonly distanceDays: number;
}

export interface SceneFailure {
  readonly scene: Scene;
  readonly reason: unknown;
}

export interface SurveyContext {
  readonly workArea: WorkArea;
  readonly signal: AbortSignal | undefined;
  /** What a scene shows on the work area's grid. */
  readonly readUsability: (scene: Scene) => Promise<SceneUsability>;
  /** Called when a scene's classification has been read, or could not be read. */
  readonly onSurveyed: () => void;
}

export interface CompositeContext extends SurveyContext {
  readonly files: SceneFiles;
}

/** Classifications that are read at the same time. Then it is decided whether more are needed. */
const waveScenes = 4;
/** No further scene is read once this share of the area is clear. */
const enoughClearShare = 0.995;
/** If this many scenes fail before one has been read, no file can be read now. */
export const mostFailures = 8;
/** The cloud cover by which a scene is ordered if its catalogue entry gives none. */
const unknownCloudPercent = 50;

/** Orders scenes by how useful they promise to be, as far as the catalogue tells. */
export function nearestFirst(scenes: readonly Scene[], wanted: RankedDate): Scene[] {
  const expected = (scene: Scene): number =>
    sceneDistanceDays(scene, wanted, (scene.cloudCoverPercent ?? unknownCloudPercent) / 100);
  return scenes.toSorted((a, b) => expected(a) - expected(b));
}

/**
 * Reads the scene classifications around one date, nearest scenes first, a few at a time, until
 * enough of the area is clear in some scene. Classifications are small and tell which bands are
 * worth reading. This is a part of a run; what a person is shown before a run comes from
 * `analysis/preview`, which looks at every scene in coarser pixels.
 */
export class Survey {
  /** Nearest first. */
  readonly scenes: SurveyedScene[] = [];
  /** Scenes that could not be read, and why. */
  readonly failures: SceneFailure[] = [];
  /** Scenes that show no part of the area. */
  readonly beside: Scene[] = [];
  readonly #waiting: Scene[];
  readonly #wanted: RankedDate;
  readonly #context: SurveyContext;
  /** Pixels that are clear in some scene; undefined after a scene has lost pixels. */
  #clear: { readonly pixels: Uint8Array; count: number } | undefined;

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
    // They are noted in this order, whichever is read first: the sorting leaves scenes that are equally near in it.
    const found = await Promise.all(wave.map((scene) => this.#read(scene)));
    for (const [index, scene] of wave.entries()) this.#note(scene, found[index]);
    this.#waiting.splice(0, wave.length);
    this.scenes.sort((a, b) => a.distanceDays - b.distanceDays);
  }

  /** Leaves out a scene whose bands could not be read. */
  drop(scene: Scene, reason: unknown): void {
    const index = this.scenes.findIndex((other) => other.scene === scene);
    if (index !== -1) this.scenes.splice(index, 1);
    this.#clear = undefined;
    this.failures.push({ scene, reason });
  }

  /** Excludes a pixel of a scene whose bands have no value there. */
  dropPixel({ usable }: SurveyedScene, index: number): void {
    usable[index] = usability.unobserved;
    this.#clear = undefined;
  }

  /** Pixels that are clear in some scene. */
  clearPixels(): number {
    this.#clear ??= this.#clearIn(this.scenes);
    return this.#clear.count;
  }

  /** Pixels that are clear in some of the scenes that `isWanted`. */
  clearPixelsOf(isWanted: (scene: SurveyedScene) => boolean): number {
    return this.#clearIn(this.scenes.filter(isWanted)).count;
  }

  #clearIn(scenes: readonly SurveyedScene[]): { pixels: Uint8Array; count: number } {
    const pixels = new Uint8Array(this.#context.workArea.mask.length);
    const count = scenes.reduce((sum, { usable }) => sum + addClear(pixels, usable), 0);
    return { pixels, count };
  }

  async #read(scene: Scene): Promise<SceneUsability | SceneFailure> {
    try {
      return await this.#context.readUsability(scene);
    } catch (reason) {
      this.#context.signal?.throwIfAborted();
      return { scene, reason };
    } finally {
      this.#context.onSurveyed();
    }
  }

  #note(scene: Scene, found: SceneUsability | SceneFailure): void {
    if ('reason' in found) {
      this.failures.push(found);
      return;
    }
    // The tile lies beside the area, or the satellite's pass covered another part of it.
    if (coveredPixels(found) === 0) {
      this.beside.push(scene);
      return;
    }
    const distanceDays = sceneDistanceDays(scene, this.#wanted, cloudShareOf(found));
    this.scenes.push({ scene, ...found, distanceDays });
    if (this.#clear) this.#clear.count += addClear(this.#clear.pixels, found.usable);
  }
}

/** Pixels of the area that a scene shows, clouds included. */
export function coveredPixels({ usable, counts }: SceneUsability): number {
  return usable.length - counts[usability.unobserved];
}

/** Share of what a scene shows of the area that is under clouds or their shadow, 0 to 1. */
export function cloudShareOf(surveyed: SceneUsability): number {
  return surveyed.counts[usability.masked] / coveredPixels(surveyed);
}
