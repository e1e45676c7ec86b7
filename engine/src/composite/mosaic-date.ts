import { forEachRun, gatherWindow } from '../raster/pixel-layout.ts';
import type { BandName, Scene } from '../source/scene.ts';
import type { Chunk } from './chunks.ts';
import { mainDate } from './finish.ts';
import { levelSeams } from './level-seams.ts';
import type { Composite, CompositeScene, Picture, WorkArea } from './types.ts';

/** What the pieces took from a scene. */
interface SceneTally {
  readonly scene: Scene;
  pixelCount: number;
  coveredPixels: number;
  cloudyPixels: number;
}

/** What a piece took from a scene. */
interface Part {
  readonly chunk: Chunk;
  /** Its region and day, numbered from 1. */
  readonly place: number;
  readonly scene: string;
  /** Whether the piece shows it as it is; other days' are matched to it. */
  readonly isMain: boolean;
}

/** One date's picture of a large area while its pieces are being put into it. */
export class MosaicDate {
  readonly #workArea: WorkArea;
  readonly #bands = new Map<BandName, Uint16Array>();
  readonly #valid: Uint8Array;
  readonly #water: Uint8Array;
  readonly #scenes = new Map<Chunk, readonly CompositeScene[]>();
  /** For each pixel from 1 the index in `#parts` of what it is of; 0 for none. */
  readonly #partOf: Uint32Array;
  readonly #parts: (Part | undefined)[] = [undefined];
  /** By region and day. */
  readonly #places = new Map<string, number>();
  /** What the pieces' composites tell of it. */
  readonly #coverage: Uint8Array;

  constructor(workArea: WorkArea) {
    this.#workArea = workArea;
    this.#partOf = new Uint32Array(workArea.mask.length);
    this.#coverage = new Uint8Array(workArea.mask.length);
    this.#valid = new Uint8Array(workArea.mask.length);
    this.#water = new Uint8Array(workArea.mask.length);
  }

  add(chunk: Chunk, composite: Composite): void {
    const { names, bands, valid, water, coverage, scenes } = composite;
    for (const [index, name] of names.entries()) this.#copy(chunk, bands[index]!, this.#band(name));
    this.#copy(chunk, valid, this.#valid);
    this.#copy(chunk, water, this.#water);
    if (coverage) this.#copy(chunk, coverage, this.#coverage);
    this.#addParts(chunk, composite);
    this.#scenes.set(chunk, scenes);
  }

  /** For each pixel from 1 the region and day that it is of; 0 for none. */
  places(): Uint16Array {
    return Uint16Array.from(this.#partOf, (part) => this.#parts[part]?.place ?? 0);
  }

  /**
   * Takes the steps out of the picture at the seams between pieces and passes; alters its bands.
   * @returns whether there are seams
   */
  level({ bands }: Picture): boolean {
    const [parts, partOf, coverage] = [this.#parts, this.#partOf, this.#coverage];
    return levelSeams(bands, {
      places: this.places(),
      layout: this.#workArea.layout,
      isSeam: (pixel, other) => {
        const [one, two] = [parts[partOf[pixel]!]!, parts[partOf[other]!]!];
        // Along the rim of a cloud its last veil would be taken for a step.
        if (one.chunk === two.chunk) return coverage[pixel] !== coverage[other];
        return !(one.isMain && two.isMain && one.scene === two.scene);
      },
    });
  }

  #addParts(chunk: Chunk, { scenes, sceneIndex, valid }: Composite): void {
    const first = this.#parts.length;
    const mainDay = scenes[0] && dayOf(scenes[0].scene);
    for (const { scene } of scenes) {
      const day = dayOf(scene);
      const name = `${chunk.region} ${day}`;
      const place = this.#places.get(name) ?? this.#places.size + 1;
      this.#places.set(name, place);
      const key = `${scene.collection}/${scene.id}`;
      this.#parts.push({ chunk, place, scene: key, isMain: day === mainDay });
    }
    // Thousands of pieces have more parts than 16 bits can number.
    const partOf = Uint32Array.from(valid, (isValid, pixel) =>
      isValid === 1 ? first + sceneIndex[pixel]! : 0,
    );
    this.#copy(chunk, partOf, this.#partOf);
  }

  /** Takes a piece out again. */
  clear(chunk: Chunk): void {
    for (const plane of [...this.#bands.values(), this.#valid, this.#water, this.#partOf]) {
      forEachRun(
        this.#workArea.layout,
        (_, start, end, index) => plane.fill(0, index, index + end - start),
        chunk.window,
      );
    }
    this.#scenes.delete(chunk);
  }

  finish(names: readonly BandName[]): Picture {
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
    { window }: Chunk,
    piece: Samples,
    whole: Samples,
  ): void {
    gatherWindow(this.#workArea.layout, piece, window, whole);
  }

  #band(name: BandName): Uint16Array {
    let band = this.#bands.get(name);
    if (!band) {
      const bytes = this.#workArea.mask.length * Uint16Array.BYTES_PER_ELEMENT;
      // Shared: another thread can write the picture while this one looks for change.
      band = new Uint16Array(new SharedArrayBuffer(bytes));
      this.#bands.set(name, band);
    }
    return band;
  }

  /** Largest share first. Neighbouring pieces take pixels from the same scenes. */
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

function dayOf({ datetime }: Scene): string {
  return datetime.slice(0, 10);
}

/** Whichever piece was done first, sums and equal shares come out the same. */
function inOrder(scenes: ReadonlyMap<Chunk, readonly CompositeScene[]>): CompositeScene[] {
  return [...scenes]
    .sort(([{ window: a }], [{ window: b }]) => a.row - b.row || a.column - b.column)
    .flatMap(([, used]) => used);
}
