import type { RunFact } from '../../facts/run-facts.ts';
import { sharedCopy } from '../../memory/shared-array.ts';
import { type BandName, bandNames } from '../../source/scene.ts';
import type { Subarea } from '../area/subareas.ts';
import { tooFewBands } from '../dates/build.ts';
import { fewestBands } from '../dates/choose-bands.ts';
import type { CompositePair, PicturePair, WorkArea } from '../types.ts';
import { matchDays } from './match-days.ts';
import { MosaicDate } from './mosaic-date.ts';

/**
 * A band is used if subareas with this share of the clear ground have it. The other subareas are left
 * out.
 */
const keptShare = 0.9;

/** A subarea that has been copied into the whole, and how much of it is clear on both dates. */
interface Laid {
  readonly subarea: Subarea;
  readonly names: readonly BandName[];
  readonly clearPixels: number;
}

/** The pictures of a large area, into which its subareas are copied one after another. */
export class Mosaic {
  readonly #workArea: WorkArea;
  readonly #before: MosaicDate;
  readonly #after: MosaicDate;
  readonly #laid: Laid[] = [];

  constructor(workArea: WorkArea) {
    this.#workArea = workArea;
    this.#before = new MosaicDate(workArea);
    this.#after = new MosaicDate(workArea);
  }

  /** Copies the pictures of a subarea into those of the whole. */
  add(subarea: Subarea, { before, after }: CompositePair): void {
    this.#before.add(subarea, before);
    this.#after.add(subarea, after);
    const clearPixels = [...before.scenes, ...after.scenes].reduce(
      (sum, { pixelCount }) => sum + pixelCount,
      0,
    );
    this.#laid.push({ subarea, names: before.names, clearPixels });
  }

  /**
   * Returns the whole pictures in the bands that nearly all subareas have, the pair in which change
   * is looked for, and notes on subareas that were left out because they lack a band. Throws
   * AnalysisFailure if there are too few common bands.
   */
  finish(): { pair: PicturePair; comparable: PicturePair; notes: readonly RunFact[] } {
    const names = this.#commonBands();
    const lacking = this.#laid.filter((laid) => names.some((name) => !laid.names.includes(name)));
    for (const { subarea } of lacking) {
      this.#before.clear(subarea);
      this.#after.clear(subarea);
    }
    const lackingPixels = lacking.reduce(
      (sum, { subarea }) => sum + subarea.workArea.pixelCount,
      0,
    );
    const percent = (100 * lackingPixels) / this.#workArea.pixelCount;
    const measured = { before: this.#before.finish(names), after: this.#after.finish(names) };
    const { segments, segmentCount } = pairedSegments(
      this.#before.segments(),
      this.#after.segments(),
    );
    const comparable = matchDays(measured, segments, segmentCount);
    // Change is looked for in the earlier picture's own values, and in a matched copy of the later
    // one's.
    const before = { ...measured.before, bands: measured.before.bands.map(sharedCopy) };
    const pair = { before, after: measured.after };
    const isLevelled = [this.#before.level(pair.before), this.#after.level(pair.after)];
    const notes: RunFact[] = [];
    if (lacking.length > 0) notes.push({ code: 'part-lacks-bands', params: { percent } });
    if (isLevelled.includes(true)) notes.push({ code: 'days-levelled' });
    return { pair, comparable, notes };
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

/**
 * Numbers the pairs of segments that pixels have on the two dates. Each pair is a segment of both
 * pictures; 0 is where a date has no picture.
 */
function pairedSegments(
  before: Uint16Array,
  after: Uint16Array,
): { segments: Uint16Array; segmentCount: number } {
  const segments = new Uint16Array(before.length);
  const numbers = new Map<number, number>();
  for (let pixel = 0; pixel < segments.length; pixel++) {
    if (before[pixel] === 0 || after[pixel] === 0) continue;
    const key = before[pixel] * 65_536 + after[pixel];
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(key, number);
    }
    segments[pixel] = number;
  }
  return { segments, segmentCount: numbers.size };
}
