import type { Window } from '../raster/grid.ts';
import { type BandName, bandNames, type Scene } from '../source/scene.ts';
import { tooFewBands } from './build.ts';
import { fewestBands } from './choose-bands.ts';
import type { Chunk } from './chunks.ts';
import { mainDate } from './finish.ts';
import { matchPlaces } from './match-places.ts';
import type {
  Composite,
  CompositePair,
  CompositeScene,
  Picture,
  PicturePair,
  WorkArea,
} from './types.ts';

/** A band that the pieces of so much of the clear ground have is used; the other pieces are left out. */
const keptShare = 0.9;

/** A piece that has been put into the whole, and how much of it is clear on both dates together. */
interface Laid {
  readonly chunk: Chunk;
  readonly names: readonly BandName[];
  readonly clearPixels: number;
}

/** The pictures of a large area while its pieces are being put into them. */
export class Mosaic {
  readonly #workArea: WorkArea;
  readonly #before: MosaicDate;
  readonly #after: MosaicDate;
  readonly #laid: Laid[] = [];
  /** For each pixel from 1 the piece and pair of days that it is of. */
  readonly #places: Uint16Array;
  #placeCount = 0;

  constructor(workArea: WorkArea) {
    this.#workArea = workArea;
    this.#places = new Uint16Array(workArea.mask.length);
    this.#before = new MosaicDate(workArea);
    this.#after = new MosaicDate(workArea);
  }

  /** Copies the pictures of a piece into the whole. */
  add(chunk: Chunk, { before, after }: CompositePair): void {
    this.#before.add(chunk, before);
    this.#after.add(chunk, after);
    const clearPixels = [...before.scenes, ...after.scenes].reduce(
      (sum, { pixelCount }) => sum + pixelCount,
      0,
    );
    this.#laid.push({ chunk, names: before.names, clearPixels });
    this.#addPlaces(chunk, before, after);
  }

  /**
   * The whole pictures, in the bands that nearly all pieces have; what to look for change in; and
   * sentences on the pieces that were left out for lacking a band. Throws AnalysisFailure when too
   * few bands are common.
   */
  finish(): { pair: PicturePair; comparable: PicturePair; notes: readonly string[] } {
    const names = this.#commonBands();
    const lacking = this.#laid.filter((laid) => names.some((name) => !laid.names.includes(name)));
    for (const { chunk } of lacking) {
      this.#before.clear(chunk);
      this.#after.clear(chunk);
      clearWindow(this.#places, this.#workArea.grid.width, chunk.window);
    }
    const lackingPixels = lacking.reduce((sum, { chunk }) => sum + chunk.workArea.pixelCount, 0);
    const percent = (100 * lackingPixels) / this.#workArea.pixelCount;
    numberInOrder(this.#places, this.#placeCount);
    const pair = { before: this.#before.finish(names), after: this.#after.finish(names) };
    const notes =
      lacking.length === 0
        ? []
        : [
            `${percent.toFixed(1)} % of the area is unobserved because its scenes lack bands that the others have.`,
          ];
    return { pair, comparable: matchPlaces(pair, this.#places, this.#placeCount), notes };
  }

  /** Numbers the pairs of days of a piece, and tells which each of its pixels is of. */
  #addPlaces({ window }: Chunk, before: Composite, after: Composite): void {
    const numbers = new Map<string, number>();
    const days = [before, after].map(({ scenes }) =>
      scenes.map(({ scene }) => scene.datetime.slice(0, 10)),
    );
    const numberOf = (one: number, other: number): number => {
      const key = `${days[0]![one]} ${days[1]![other]}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      this.#placeCount += 1;
      numbers.set(key, this.#placeCount);
      return this.#placeCount;
    };
    for (let row = 0, pixel = 0; row < window.height; row += 1) {
      const start = (window.row + row) * this.#workArea.grid.width + window.column;
      for (let column = 0; column < window.width; column += 1, pixel += 1) {
        if (before.valid[pixel] === 0 || after.valid[pixel] === 0) continue;
        const number = numberOf(before.sceneIndex[pixel]!, after.sceneIndex[pixel]!);
        this.#places[start + column] = number;
      }
    }
  }

  #commonBands(): BandName[] {
    const total = this.#laid.reduce((sum, { clearPixels }) => sum + clearPixels, 0);
    const names = bandNames.filter((name) => {
      const having = this.#laid
        .filter((laid) => laid.names.includes(name))
        .reduce((sum, { clearPixels }) => sum + clearPixels, 0);
      return having > 0 && having >= keptShare * total;
    });
    if (names.length < fewestBands) throw tooFewBands(names);
    return names;
  }
}

/** What the pieces took from a scene. */
interface SceneTally {
  readonly scene: Scene;
  pixelCount: number;
  coveredPixels: number;
  cloudyPixels: number;
}

class MosaicDate {
  readonly #workArea: WorkArea;
  readonly #bands = new Map<BandName, Uint16Array>();
  readonly #valid: Uint8Array;
  readonly #water: Uint8Array;
  readonly #scenes = new Map<Chunk, readonly CompositeScene[]>();

  constructor(workArea: WorkArea) {
    this.#workArea = workArea;
    this.#valid = new Uint8Array(workArea.mask.length);
    this.#water = new Uint8Array(workArea.mask.length);
  }

  add(chunk: Chunk, { names, bands, valid, water, scenes }: Picture): void {
    for (const [index, name] of names.entries()) this.#copy(chunk, bands[index]!, this.#band(name));
    this.#copy(chunk, valid, this.#valid);
    this.#copy(chunk, water, this.#water);
    this.#scenes.set(chunk, scenes);
  }

  /** Takes a piece out again. */
  clear(chunk: Chunk): void {
    const { width } = this.#workArea.grid;
    for (const plane of [...this.#bands.values(), this.#valid, this.#water]) {
      clearWindow(plane, width, chunk.window);
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

  #copy<Samples extends Uint8Array | Uint16Array>(
    { window }: Chunk,
    piece: Samples,
    whole: Samples,
  ): void {
    for (let row = 0; row < window.height; row += 1) {
      const line = piece.subarray(row * window.width, (row + 1) * window.width);
      whole.set(line, (window.row + row) * this.#workArea.grid.width + window.column);
    }
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

/** Whichever piece was done first, sums and equal shares come out the same. */
function inOrder(scenes: ReadonlyMap<Chunk, readonly CompositeScene[]>): CompositeScene[] {
  return [...scenes]
    .sort(([{ window: a }], [{ window: b }]) => a.row - b.row || a.column - b.column)
    .flatMap(([, used]) => used);
}

/** Numbers places anew, by where each begins: the order in which pieces were done leaves no trace. */
function numberInOrder(places: Uint16Array, placeCount: number): void {
  const numbers = new Uint16Array(placeCount + 1);
  let next = 1;
  for (let pixel = 0; pixel < places.length; pixel += 1) {
    const place = places[pixel]!;
    if (place === 0) continue;
    if (numbers[place] === 0) numbers[place] = next++;
    places[pixel] = numbers[place]!;
  }
}

function clearWindow(plane: Uint8Array | Uint16Array, width: number, window: Window): void {
  for (let row = window.row; row < window.row + window.height; row += 1) {
    const start = row * width + window.column;
    plane.fill(0, start, start + window.width);
  }
}
