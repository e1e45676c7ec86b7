import { hashPoint } from '../world/noise.ts';

/** Side of a section of the public land survey: a mile. */
export const sectionMeters = 1609.344;

/** The parcel at a place. One object is reused because a tile needs 65,536 of them. */
export interface Parcel {
  /** 32-bit hash that stands for the parcel. */
  id: number;
  /** Meters to the nearest edge. */
  edgeMeters: number;
  /**
   * Whether the place is inside of a pivot's circle. `pivotCorner` is the ground that the circle
   * does not reach.
   */
  pivot: boolean;
  pivotCorner: boolean;
}

/** A parcel to be filled in. */
export function newParcel(): Parcel {
  return { id: 0, edgeMeters: 0, pivot: false, pivotCorner: false };
}

/** A place in meters of the world plane, and the parcel to be filled in for it. */
interface SurveyedPlace {
  readonly x: number;
  readonly y: number;
  /** The share of quarter sections that are watered by a pivot. */
  readonly pivot: number;
  readonly parcel: Parcel;
}

/**
 * Finds the field of a square-mile survey: quarter sections, some split again, some watered by a
 * pivot. Fills in the place's parcel.
 */
export function surveyParcel({ x, y, pivot, parcel: out }: SurveyedPlace, seed: number) {
  const half = sectionMeters / 2;
  const column = Math.floor(x / half);
  const row = Math.floor(y / half);
  const quarter = hashPoint(column, row, seed);
  const u = x - column * half;
  const v = y - row * half;
  out.pivot = (quarter & 0xff) / 256 < pivot;
  out.pivotCorner = false;
  if (out.pivot) {
    const radius = half * 0.49;
    const distance = Math.hypot(u - half / 2, v - half / 2);
    out.pivotCorner = distance > radius;
    // A pivot is often sown in two halves.
    const side = (quarter & 0x300) === 0 && u > half / 2 ? 1 : 0;
    out.id = hashPoint(quarter, out.pivotCorner ? 2 : side, seed);
    out.edgeMeters = Math.abs(radius - distance);
    return;
  }
  splitParcel(u, v, { sideMeters: half, id: quarter, cuts: (quarter >>> 10) & 3, even: 0.5 }, out);
}

/**
 * Finds the field of old settled country, which has irregular lots. Pass coordinates that are warped
 * already.
 */
export function irregularParcel(
  x: number,
  y: number,
  { sizeMeters, seed }: { readonly sizeMeters: number; readonly seed: number },
  out: Parcel,
) {
  const column = Math.floor(x / sizeMeters);
  const row = Math.floor(y / sizeMeters);
  out.pivot = false;
  out.pivotCorner = false;
  const id = hashPoint(column, row, seed);
  splitParcel(
    x - column * sizeMeters,
    y - row * sizeMeters,
    { sideMeters: sizeMeters, id, cuts: 1 + (id & 3), even: 0 },
    out,
  );
}

/** A square of land that is cut into parcels. */
interface DividedSquare {
  readonly sideMeters: number;
  /** 32-bit hash that stands for the square. */
  readonly id: number;
  /** How often a rectangle is cut across its longer side. */
  readonly cuts: number;
  /** 0.5 halves rectangles, 0 cuts them at random. */
  readonly even: number;
}

/** Finds the parcel of a divided square in which the position `u`, `v` lies, in meters. */
function splitParcel(u: number, v: number, square: DividedSquare, out: Parcel) {
  const { sideMeters, cuts, even } = square;
  let id = square.id;
  let left = 0;
  let right = sideMeters;
  let top = 0;
  let bottom = sideMeters;
  for (let cut = 0; cut < cuts; cut++) {
    const share = even || 0.3 + 0.4 * (((id >>> 16) & 0xff) / 255);
    const acrossWidth = right - left > bottom - top || (right - left === bottom - top && id & 1);
    let side = 0;
    if (acrossWidth) {
      const at = left + (right - left) * share;
      if (u < at) right = at;
      else {
        left = at;
        side = 1;
      }
    } else {
      const at = top + (bottom - top) * share;
      if (v < at) bottom = at;
      else {
        top = at;
        side = 1;
      }
    }
    id = hashPoint(id, side, cut);
  }
  out.id = id;
  out.edgeMeters = Math.min(u - left, right - u, v - top, bottom - v);
}
