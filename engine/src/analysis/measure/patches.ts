import {
  type ChangeKind,
  changeKindCode,
  labelPatches,
  type Severity,
  severityCode,
} from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { groundAreas } from '../../raster/ground-area.ts';
import { forEachSpanOf } from '../../raster/pixel-layout.ts';
import { pixelsByNumber } from '../../raster/pixels-by-number.ts';
import type { PatchIndices } from './patch-indices.ts';

/** A patch of change: 8-connected changed pixels. */
export interface ChangePatch {
  /** Its rank by area: 1 is the largest. */
  readonly id: number;
  /** The kind of most of its pixels. */
  readonly kind: ChangeKind;
  /** The severity of most of its pixels, where the method tells it. */
  readonly severity?: Severity;
  /** Measured on the WGS 84 ellipsoid. */
  readonly hectares: number;
  /** Indices of its pixels among the samples of the work area's layout, in reading order. */
  readonly pixels: Int32Array;
  /** Its spectral indices on both dates, where they have been measured. */
  readonly indices?: PatchIndices;
  /** The estimated probability that it is right, 0 to 1, where the method scores pixels. */
  readonly confidence?: number;
}

/** What each changed pixel is: samples of a work area's layout. */
export interface ChangeClasses {
  /** `changeKindCode` of the changed pixels. */
  readonly kinds: Uint8Array;
  /** `severityCode` of the changed pixels, where the method tells it. */
  readonly severities?: Uint8Array;
}

/**
 * Finds and measures the patches of a mask, the largest first.
 *
 * @param isChanged 1 for changed pixels of the area: samples of its layout, as its classes are
 */
export function measurePatches(
  isChanged: Uint8Array,
  { kinds, severities }: ChangeClasses,
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
): ChangePatch[] {
  const ground = groundAreas(grid);
  const { labels, count } = labelPatches(isChanged, layout);
  const { pixelsOf } = pixelsByNumber(labels, count);
  const patches: Omit<ChangePatch, 'id'>[] = [];
  for (let label = 1; label <= count; label++) {
    const pixels = pixelsOf(label);
    let hectares = 0;
    forEachSpanOf(layout, pixels, (row, start, end) => {
      for (let column = start; column < end; column++) hectares += ground.hectaresAt(column, row);
    });
    patches.push({
      kind: commonest(changeKindCode, kinds, pixels),
      ...(severities && { severity: commonest(severityCode, severities, pixels) }),
      hectares,
      pixels,
    });
  }
  patches.sort((one, other) => other.hectares - one.hectares);
  return patches.map((patch, index) => ({ id: index + 1, ...patch }));
}

/** The class of most pixels. If several have equally many, it is the first in the list. */
function commonest<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  codeOf: Uint8Array,
  pixels: Int32Array,
): Name {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[codeOf[pixel]]++;
  const names = Object.keys(codes) as Name[];
  return names.reduce((best, name) => (counts[codes[name]] > counts[codes[best]] ? name : best));
}
