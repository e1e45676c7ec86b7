import { type ChangeKind, changeKindCode, labelPatches } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { groundAreas } from '../../raster/ground-area.ts';
import { forEachPiece } from '../../raster/pixel-layout.ts';

/** A patch of change: 8-connected changed pixels. */
export interface Patch {
  /** Its rank by area: 1 is the largest. */
  readonly id: number;
  /** The kind of most of its pixels. */
  readonly kind: ChangeKind;
  /** Measured on the WGS 84 ellipsoid. */
  readonly hectares: number;
  /** Indices of its pixels in planes of the work area's layout, in reading order. */
  readonly pixels: Int32Array;
}

const kindNames = Object.keys(changeKindCode) as ChangeKind[];

/**
 * Finds and measures the patches of a mask, the largest first.
 *
 * @param isChanged 1 for changed pixels of the area: a plane of its layout, as `kinds` is
 * @param kinds `changeKindCode` of the changed pixels
 */
export function measurePatches(
  isChanged: Uint8Array,
  kinds: Uint8Array,
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
): Patch[] {
  const ground = groundAreas(grid);
  const { labels, sizes, count } = labelPatches(isChanged, layout);
  const pixelsOf = pixelsByLabel(labels, sizes);
  const patches: Omit<Patch, 'id'>[] = [];
  const kindCounts = new Uint32Array(256);
  for (let label = 1; label <= count; label += 1) {
    const pixels = pixelsOf(label);
    let hectares = 0;
    forEachPiece(layout, pixels, (row, start, end) => {
      for (let column = start; column < end; column += 1)
        hectares += ground.hectaresAt(column, row);
    });
    kindCounts.fill(0);
    for (const pixel of pixels) kindCounts[kinds[pixel]!]! += 1;
    patches.push({ kind: commonest(kindCounts), hectares, pixels });
  }
  patches.sort((one, other) => other.hectares - one.hectares);
  return patches.map((patch, index) => ({ id: index + 1, ...patch }));
}

/** Pixels of each label, as views of one array. */
function pixelsByLabel(labels: Int32Array, sizes: Int32Array): (label: number) => Int32Array {
  const starts = new Int32Array(sizes.length + 1);
  for (let label = 1; label < sizes.length; label += 1) {
    starts[label + 1] = starts[label]! + sizes[label]!;
  }
  const sorted = new Int32Array(starts[sizes.length]!);
  const next = starts.slice();
  for (let index = 0; index < labels.length; index += 1) {
    const label = labels[index]!;
    if (label === 0) continue;
    sorted[next[label]!] = index;
    next[label]! += 1;
  }
  return (label) => sorted.subarray(starts[label], starts[label + 1]);
}

/** The kind of most pixels. If several kinds have equally many, it is the first in the list. */
function commonest(counts: Uint32Array): ChangeKind {
  return kindNames.reduce((best, kind) =>
    counts[changeKindCode[kind]]! > counts[changeKindCode[best]]! ? kind : best,
  );
}
