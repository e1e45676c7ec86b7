import { pixelAreas } from '../../raster/pixel-areas.ts';
import { rowsOfWindow } from '../../raster/window.ts';
import { valuedEncoding } from '../valued-encoding.ts';
import { type Combination, OpenCombination } from './open-combination.ts';

/** How much ground is at or above thresholds in the second of two combinations, and in the first. */
export interface CombinationChanges {
  /** The lowest threshold, in hundredths. Each of the lists has a number for it and for every hundredth above. */
  readonly firstHundredth: number;
  /** Hectares at or above the threshold in the second combination alone. */
  readonly gained: number[];
  /** Hectares at or above it in the first one alone. */
  readonly lost: number[];
  /** Hectares at or above it in both. */
  readonly kept: number[];
}

const codesPerStep = 100;
/** Values reach ±3. */
const lowest = -300;
const steps = 601;
const pixelsAtOnce = 2 ** 20;

/**
 * Measures the ground that two combinations have at or above every hundredth of a value, in hectares on the WGS 84
 * ellipsoid, on the grid of the first one. Ground without a value is below all thresholds. Rejects if a raster can't
 * be read.
 * @param onProgress is told the share that is done, 0 to 1
 */
export async function compareCombinations(
  first: Combination,
  second: Combination,
  onProgress: (share: number) => void = () => {},
): Promise<CombinationChanges> {
  await using one = await OpenCombination.open(first);
  await using other = await OpenCombination.open(second);
  const { grid } = one;
  const { width, height } = grid.image;
  const areasIn = pixelAreas({ width, affine: grid.affine, crs: grid.crs });
  const sums = { gained: new Steps(), lost: new Steps(), kept: new Steps() };
  for (const part of rowsOfWindow({ column: 0, row: 0, width, height }, pixelsAtOnce, 256)) {
    const [before, after] = [await one.codesIn(part), await other.codesIn(part, grid)];
    for (let line = 0; line < part.height; line++) {
      const areas = areasIn(part.row + line);
      for (let column = 0; column < width; column++) {
        const area = areas[column];
        if (!(area > 0)) continue;
        const index = line * width + column;
        const [from, to] = [stepsUpTo(before[index]), stepsUpTo(after[index])];
        sums.kept.add(0, Math.min(from, to), area);
        if (to > from) sums.gained.add(from, to, area);
        else sums.lost.add(to, from, area);
      }
    }
    onProgress((part.row + part.height) / height);
  }
  return trimmed(sums);
}

/** How many of the thresholds a value reaches. */
function stepsUpTo(code: number): number {
  if (code === valuedEncoding.nodata) return 0;
  return Math.floor(code / codesPerStep) - lowest + 1;
}

/** A number for each threshold, to which an area is added from one threshold up to another in no time. */
class Steps {
  readonly #differences = new Float64Array(steps + 1);

  add(from: number, to: number, area: number): void {
    if (to <= from) return;
    this.#differences[from] += area;
    this.#differences[to] -= area;
  }

  totals(): number[] {
    let sum = 0;
    return Array.from(this.#differences.subarray(0, steps), (difference) => {
      sum += difference;
      return sum;
    });
  }
}

/** Leaves out thresholds at which nothing changes any more: those that all or no ground reaches. */
function trimmed(sums: Readonly<Record<'gained' | 'lost' | 'kept', Steps>>): CombinationChanges {
  const [gained, lost, kept] = [sums.gained.totals(), sums.lost.totals(), sums.kept.totals()];
  const all = [gained[0], lost[0], kept[0]];
  const isAll = (at: number) => gained[at] === all[0] && lost[at] === all[1] && kept[at] === all[2];
  const isNone = (at: number) =>
    !(gained[at] + lost[at] + kept[at] > 1e-9 * (all[0] + all[1] + all[2]));
  let first = 0;
  while (first + 1 < steps && isAll(first + 1)) first++;
  let last = steps - 1;
  while (last > first && isNone(last)) last--;
  const part = (list: readonly number[]) => list.slice(first, last + 1);
  return {
    firstHundredth: first + lowest,
    ...{ gained: part(gained), lost: part(lost), kept: part(kept) },
  };
}
