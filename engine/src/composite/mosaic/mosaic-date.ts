import { forEachSpan, gatherWindow } from '../../raster/pixel-layout.ts';
import type { BandName, Scene } from '../../source/scene.ts';
import { dayOf } from '../../source/scene.ts';
import type { Subarea } from '../area/subareas.ts';
import { bandOf } from '../dates/date-composite.ts';
import { mainDate } from '../dates/finish.ts';
import type { Composite, CompositeScene, DatePicture, WorkArea } from '../types.ts';
import { levelSeams } from './level-seams.ts';

/** The pixels that all subareas took from one scene. */
interface SceneTally {
  readonly scene: Scene;
  pixelCount: number;
  coveredPixels: number;
  cloudyPixels: number;
}

/** The pixels that one subarea took from one scene. */
interface Part {
  readonly subarea: Subarea;
  /** The number, from 1, of its segment: what one region shows of one day. */
  readonly segment: number;
  readonly scene: string;
  /** Whether the scene is of the subarea's main day. Other days are matched to that day. */
  readonly isMain: boolean;
}

/** One date's picture of a large area, into which its subareas are copied one after another. */
export class MosaicDate {
  readonly #workArea: WorkArea;
  readonly #bands = new Map<BandName, Uint16Array>();
  readonly #valid: Uint8Array;
  readonly #water: Uint8Array;
  readonly #scenes = new Map<Subarea, readonly CompositeScene[]>();
  /** For each pixel the index in `#parts` of its part, from 1; 0 for none. */
  readonly #partOf: Uint32Array;
  readonly #parts: (Part | undefined)[] = [undefined];
  /** The number of each segment, by its region and day. */
  readonly #segments = new Map<string, number>();
  /** The coverage that the composites of the subareas give. */
  readonly #coverage: Uint8Array;

  constructor(workArea: WorkArea) {
    this.#workArea = workArea;
    this.#partOf = new Uint32Array(workArea.mask.length);
    this.#coverage = new Uint8Array(workArea.mask.length);
    this.#valid = new Uint8Array(workArea.mask.length);
    this.#water = new Uint8Array(workArea.mask.length);
  }

  add(subarea: Subarea, composite: Composite): void {
    const { names, bands, valid, water, coverage, scenes } = composite;
    for (const [index, name] of names.entries())
      this.#copy(subarea, bands[index], this.#band(name));
    this.#copy(subarea, valid, this.#valid);
    this.#copy(subarea, water, this.#water);
    if (coverage) this.#copy(subarea, coverage, this.#coverage);
    this.#addParts(subarea, composite);
    this.#scenes.set(subarea, scenes);
  }

  /** For each pixel the number of its segment, from 1; 0 for none. */
  segments(): Uint16Array {
    return Uint16Array.from(this.#partOf, (part) => this.#parts[part]?.segment ?? 0);
  }

  /**
   * Removes the steps at the seams between subareas and satellite passes from the picture. Alters its
   * bands.
   * @returns whether there are seams
   */
  level({ bands }: DatePicture): boolean {
    const [parts, partOf, coverage] = [this.#parts, this.#partOf, this.#coverage];
    return levelSeams(bands, {
      segments: this.segments(),
      layout: this.#workArea.layout,
      isSeam: (pixel, other) => {
        const [one, two] = [parts[partOf[pixel]]!, parts[partOf[other]]!];
        // Thin cloud along the rim of a masked cloud would be mistaken for a step.
        if (one.subarea === two.subarea) return coverage[pixel] !== coverage[other];
        return !(one.isMain && two.isMain && one.scene === two.scene);
      },
    });
  }

  #addParts(subarea: Subarea, { scenes, sceneIndex, valid }: Composite): void {
    const first = this.#parts.length;
    const mainDay = scenes[0] && dayOf(scenes[0].scene);
    for (const { scene } of scenes) {
      const day = dayOf(scene);
      const name = `${subarea.region} ${day}`;
      const segment = this.#segments.get(name) ?? this.#segments.size + 1;
      this.#segments.set(name, segment);
      const key = `${scene.collection}/${scene.id}`;
      this.#parts.push({ subarea, segment, scene: key, isMain: day === mainDay });
    }
    // A large area has more parts than 16 bits can number.
    const partOf = Uint32Array.from(valid, (isValid, pixel) =>
      isValid === 1 ? first + sceneIndex[pixel] : 0,
    );
    this.#copy(subarea, partOf, this.#partOf);
  }

  /** Removes a subarea from the picture again. */
  clear(subarea: Subarea): void {
    for (const samples of [...this.#bands.values(), this.#valid, this.#water, this.#partOf]) {
      forEachSpan(
        this.#workArea.layout,
        (_, start, end, index) => samples.fill(0, index, index + end - start),
        subarea.window,
      );
    }
    this.#scenes.delete(subarea);
  }

  finish(names: readonly BandName[]): DatePicture {
    const scenes = this.#talliedScenes();
    return {
      grid: this.#workArea.grid,
      names,
      bands: names.map((name) => this.#band(name)),
      valid: this.#valid,
      water: this.#water,
      scenes,
      date: mainDate(scenes),
      clearShare: scenes.reduce((share, { shareUsed }) => share + shareUsed, 0),
    };
  }

  #copy<Samples extends Uint8Array | Uint16Array | Uint32Array>(
    { window }: Subarea,
    subarea: Samples,
    whole: Samples,
  ): void {
    gatherWindow(this.#workArea.layout, subarea, window, whole);
  }

  #band(name: BandName): Uint16Array {
    return bandOf(this.#bands, name, this.#workArea.mask.length);
  }

  /** Scenes with the largest share first. Neighbouring subareas can use pixels of the same scene. */
  #talliedScenes(): CompositeScene[] {
    const tallies = new Map<string, SceneTally>();
    for (const used of inOrder(this.#scenes)) {
      const { id, collection } = used.scene;
      const key = `${collection}/${id}`;
      const tally = tallies.get(key) ?? {
        scene: used.scene,
        pixelCount: 0,
        coveredPixels: 0,
        cloudyPixels: 0,
      };
      tally.pixelCount += used.pixelCount;
      tally.coveredPixels += used.coveredPixels;
      tally.cloudyPixels += used.cloudShare * used.coveredPixels;
      tallies.set(key, tally);
    }
    return [...tallies.values()]
      .map(({ scene, pixelCount, coveredPixels, cloudyPixels }) => ({
        scene,
        pixelCount,
        coveredPixels,
        shareUsed: pixelCount / this.#workArea.pixelCount,
        cloudShare: cloudyPixels / coveredPixels,
      }))
      .sort((one, other) => other.pixelCount - one.pixelCount);
  }
}

/**
 * Scenes in the order of their subareas, so that sums and ties do not depend on which subarea was done
 * first.
 */
function inOrder(scenes: ReadonlyMap<Subarea, readonly CompositeScene[]>): CompositeScene[] {
  return [...scenes]
    .sort(([{ window: a }], [{ window: b }]) => a.row - b.row || a.column - b.column)
    .flatMap(([, used]) => used);
}
