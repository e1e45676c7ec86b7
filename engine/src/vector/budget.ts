import { VectorError } from './report.ts';

/**
 * The most that one file may demand. A file may come from a stranger, so no limit is taken from the
 * file itself.
 */
export interface VectorLimits {
  /** Files in an archive. */
  readonly archiveEntries: number;
  /** Uncompressed bytes of all members of an archive that are read. */
  readonly unpackedBytes: number;
  /** Bytes of one text: GeoJSON or KML. */
  readonly textBytes: number;
  /** Levels of nesting of JSON or XML. */
  readonly nesting: number;
  /** Lists and objects of GeoJSON: a point has four, and each corner of a polygon has one. */
  readonly jsonContainers: number;
  /** Elements of one KML text. More than this would take seconds. */
  readonly xmlElements: number;
  readonly layers: number;
  readonly features: number;
  /** Corners of all features together. */
  readonly positions: number;
  /** Attribute values of all features together. */
  readonly values: number;
  /** Characters of an attribute's text. A longer text is cut. */
  readonly valueCharacters: number;
  /** Tests of one segment against another, and of one ring against another. */
  readonly comparisons: number;
  /** Edges that sweeps over a drawing pass, height by height. */
  readonly sweepSteps: number;
}

export const defaultVectorLimits: VectorLimits = {
  archiveEntries: 1_000,
  unpackedBytes: 60_000_000,
  textBytes: 20_000_000,
  nesting: 64,
  jsonContainers: 1_200_000,
  xmlElements: 300_000,
  layers: 50,
  features: 200_000,
  positions: 300_000,
  values: 2_000_000,
  valueCharacters: 100_000,
  comparisons: 8_000_000,
  sweepSteps: 60_000_000,
};

type Spendable = 'unpackedBytes' | 'layers' | 'features' | 'positions' | 'values';

/** Counts how much of its limits a file has used. */
export class Budget {
  readonly limits: VectorLimits;
  readonly #spent = new Map<string, number>();

  constructor(limits: VectorLimits) {
    this.limits = limits;
  }

  /** Throws VectorError if the file has then exceeded its limit. */
  spend(what: Spendable, amount: number): void {
    this.foresee(what, amount);
    this.#spent.set(what, (this.#spent.get(what) ?? 0) + amount);
  }

  /**
   * Throws VectorError if spending so much would exceed the limit. It is called before memory is
   * allocated.
   */
  foresee(what: Spendable, amount: number): void {
    if ((this.#spent.get(what) ?? 0) + amount > this.limits[what]) {
      const params = { item: what, limit: this.limits[what] };
      throw new VectorError({ code: 'too-many-items', params });
    }
  }

  /** Whether so many comparisons are still allowed. If they are, they count as made. */
  mayCompare(amount: number): boolean {
    return this.#mayTake('comparisons', amount);
  }

  /** Whether sweeps may still pass so many edges. If they may, the edges count as passed. */
  maySweep(steps: number): boolean {
    return this.#mayTake('sweepSteps', steps);
  }

  #mayTake(what: 'comparisons' | 'sweepSteps', amount: number): boolean {
    const spent = (this.#spent.get(what) ?? 0) + amount;
    if (spent > this.limits[what]) return false;
    this.#spent.set(what, spent);
    return true;
  }
}
