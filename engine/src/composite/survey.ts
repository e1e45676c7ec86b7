import type { Grid, Window } from '../raster/grid.ts';
import { projectRings } from '../raster/projected-rings.ts';
import { rasterizeArea } from '../raster/rasterize.ts';
import { forEachRow, intersectWindows, windowGrid } from '../raster/window.ts';
import type { Scene } from '../source/scene.ts';
import { usability, usabilityOf } from './classification.ts';
import { type RankedDate, sceneDistanceDays } from './rank.ts';
import { pixelSizeOf, SceneFileError, type SceneFiles } from './scene-files.ts';
import type { WorkArea } from './types.ts';

/** A scene whose classification has been read onto the work grid. */
export interface SurveyedScene {
  readonly scene: Scene;
  /** The part of the work grid that the scene shows of the area. */
  readonly window: Window;
  /** `usability` codes of the window's pixels; unobserved outside of the area. */
  readonly usable: Uint8Array;
  /** How many pixels have each code. */
  readonly counts: Uint32Array;
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
  /** A scene's classification has been read, or could not be. */
  readonly onSurveyed: () => void;
}

/** Classifications of one tile read at the same time before it is judged whether more are needed. */
const waveScenes = 4;
/** The same of all tiles together: an area of many tiles has many that are needed at once. */
const largestWave = 12;
/** Nothing more is read once this share of the area is clear. */
const enoughClearShare = 0.995;
/** So many failures without one scene read mean that the files can't be read now. */
const mostFailures = 8;
/** Clouds beside the area reach into it by the margin around them. */
const classificationMarginPixels = 12;
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
  /** Scenes that show nothing of the area. */
  readonly beside: Scene[] = [];
  #waiting: Scene[];
  readonly #wanted: RankedDate;
  readonly #context: CompositeContext;
  /** 1 for each pixel that is clear in some scene. */
  #seen: Uint8Array;
  #seenCount = 0;

  constructor(scenes: readonly Scene[], wanted: RankedDate, context: CompositeContext) {
    const expected = (scene: Scene): number =>
      sceneDistanceDays(scene, wanted, (scene.cloudCoverPercent ?? unknownCloudPercent) / 100);
    this.#waiting = [...scenes].sort((a, b) => expected(a) - expected(b));
    this.#wanted = wanted;
    this.#context = context;
    this.#seen = new Uint8Array(context.workArea.mask.length);
  }

  /**
   * Reads on until enough of the area is clear in some scene, or there are no more scenes that could
   * show a part of it that isn't.
   */
  async readEnough(): Promise<void> {
    const { pixelCount } = this.#context.workArea;
    while (this.#seenCount < enoughClearShare * pixelCount && !this.#isHopeless()) {
      const wave = this.#nextNeeded();
      if (wave.length === 0) return;
      await this.#readWave(wave);
    }
  }

  /** Reads on until every scene has been looked at; begins no further ones once `until` aborts. */
  async readAll(until: AbortSignal): Promise<void> {
    while (!this.isComplete && !until.aborted && !this.#isHopeless()) {
      await this.#readWave(this.#waiting.slice(0, largestWave));
    }
  }

  /** Whether every scene has been looked at. */
  get isComplete(): boolean {
    return this.#waiting.length === 0;
  }

  #isHopeless(): boolean {
    return this.scenes.length === 0 && this.failures.length >= mostFailures;
  }

  async #readWave(wave: readonly Scene[]): Promise<void> {
    this.#context.signal?.throwIfAborted();
    await Promise.all(wave.map((scene) => this.#read(scene)));
    const isRead = new Set(wave);
    this.#waiting = this.#waiting.filter((scene) => !isRead.has(scene));
    this.scenes.sort((a, b) => a.distanceDays - b.distanceDays);
  }

  /** The nearest scenes of places that no scene shows clear so far, a few of each place. */
  #nextNeeded(): Scene[] {
    const wave: Scene[] = [];
    const wantedOfPlace = new Map<string, number>();
    for (const scene of this.#waiting) {
      const place = JSON.stringify(scene.footprint.coordinates);
      const wanted = wantedOfPlace.get(place) ?? (this.#isUnseen(scene.footprint) ? waveScenes : 0);
      if (wanted > 0) wave.push(scene);
      if (wave.length === largestWave) break;
      wantedOfPlace.set(place, Math.max(0, wanted - 1));
    }
    return wave;
  }

  /** Whether too much of the area's part inside of a footprint isn't clear in any scene yet. */
  #isUnseen(footprint: Scene['footprint']): boolean {
    const { grid, mask } = this.#context.workArea;
    const window = windowOfFootprint(footprint, grid);
    if (!window) return false;
    const inside = rasterizeArea(footprint, windowGrid(grid, window));
    let covered = 0;
    let unseen = 0;
    forEachRow(window, grid.width, (ownStart, start) => {
      for (let column = 0; column < window.width; column += 1) {
        if (inside[ownStart + column] === 0 || mask[start + column] === 0) continue;
        covered += 1;
        if (this.#seen[start + column] === 0) unseen += 1;
      }
    });
    return unseen > (1 - enoughClearShare) * covered;
  }

  /** Leaves out a scene whose bands could not be read. */
  drop(scene: Scene, reason: unknown): void {
    const index = this.scenes.findIndex((other) => other.scene === scene);
    if (index !== -1) this.scenes.splice(index, 1);
    this.failures.push({ scene, reason });
    this.#seen = new Uint8Array(this.#seen.length);
    this.#seenCount = this.scenes.reduce((sum, other) => sum + this.#see(other, this.#seen), 0);
  }

  /** Pixels that are clear in some of the scenes that `isWanted`. */
  clearPixels(isWanted: (scene: SurveyedScene) => boolean): number {
    const seen = new Uint8Array(this.#seen.length);
    return this.scenes.filter(isWanted).reduce((sum, scene) => sum + this.#see(scene, seen), 0);
  }

  /** Adds a scene's clear pixels to `seen`; returns how many are new. */
  #see({ usable, window }: SurveyedScene, seen: Uint8Array): number {
    let count = 0;
    forEachRow(window, this.#context.workArea.grid.width, (ownStart, start) => {
      for (let column = 0; column < window.width; column += 1) {
        if (seen[start + column] === 1) continue;
        const code = usable[ownStart + column];
        if (code !== usability.clear && code !== usability.water) continue;
        seen[start + column] = 1;
        count += 1;
      }
    });
    return count;
  }

  async #read(scene: Scene): Promise<void> {
    try {
      const read = await this.#readUsability(scene);
      const looked = read && { scene, ...read, counts: countCodes(read.usable) };
      // A tile beside the area, or one of which the satellite saw another part.
      if (!looked || coveredPixels(looked) === 0) {
        this.beside.push(scene);
        return;
      }
      const distanceDays = sceneDistanceDays(scene, this.#wanted, cloudShareOf(looked));
      const surveyed = { ...looked, distanceDays };
      this.scenes.push(surveyed);
      this.#seenCount += this.#see(surveyed, this.#seen);
    } catch (reason) {
      this.#context.signal?.throwIfAborted();
      this.failures.push({ scene, reason });
    } finally {
      this.#context.onSurveyed();
    }
  }

  /** Undefined where the scene shows nothing of the area. */
  async #readUsability(
    scene: Scene,
  ): Promise<Pick<SurveyedScene, 'window' | 'usable'> | undefined> {
    const { files, workArea } = this.#context;
    if (!scene.classification) {
      throw new SceneFileError(`${scene.id} has no scene classification.`);
    }
    const { grid, mask, pixelSizeMeters } = workArea;
    const placed = await files.open(scene, scene.classification, pixelSizeMeters);
    const read = await files.read(placed, grid, mask, {
      resampling: 'nearest',
      marginPixels: classificationMarginPixels,
      convert: (raster) => ({
        ...raster,
        bands: [usabilityOf(raster, pixelSizeOf(placed.grid))],
      }),
    });
    files.release([scene.classification]);
    if (!read) return undefined;
    const { window } = read;
    const usable = Uint8Array.from(read.samples);
    forEachRow(window, grid.width, (ownStart, start) => {
      for (let column = 0; column < window.width; column += 1) {
        if (mask[start + column] === 0) usable[ownStart + column] = usability.unobserved;
      }
    });
    return { window, usable };
  }
}

/** The part of a grid in the rectangle around a footprint. */
function windowOfFootprint(footprint: Scene['footprint'], grid: Grid): Window | undefined {
  const { epsg, affine } = grid;
  if (epsg === undefined) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of projectRings(footprint, epsg).flat()) {
    for (let index = 0; index < ring.length; index += 2) {
      west = Math.min(west, ring[index]!);
      east = Math.max(east, ring[index]!);
      south = Math.min(south, ring[index + 1]!);
      north = Math.max(north, ring[index + 1]!);
    }
  }
  const column = Math.floor((west - affine[2]) / affine[0]);
  const row = Math.floor((north - affine[5]) / affine[4]);
  return intersectWindows(
    { column: 0, row: 0, width: grid.width, height: grid.height },
    {
      column,
      row,
      width: Math.ceil((east - affine[2]) / affine[0]) - column,
      height: Math.ceil((south - affine[5]) / affine[4]) - row,
    },
  );
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

function countCodes(usable: Uint8Array): Uint32Array {
  const counts = new Uint32Array(Object.keys(usability).length);
  for (let index = 0; index < usable.length; index += 1) counts[usable[index]!]! += 1;
  return counts;
}
