import { type Bounds, boundsOf, isWithin } from '../geo/bounds.ts';
import type { AreaOfUse, DatumShift } from './datums.ts';

type Project = (longitude: number, latitude: number) => readonly [x: number, y: number];

/** The number of points on each side of an area's outline that are projected, as in PROJ. */
const pointsPerSide = 21;

export interface ChosenShift {
  /** Empty if there is no shift. */
  readonly shift: readonly number[];
  /** Undefined outside of the area for which a published shift is intended. */
  readonly accuracyMeters: number | undefined;
}

/**
 * Chooses among a datum's published shifts as PROJ 9 does. Only shifts whose area meets the CRS's
 * area of use are considered. Among them, the most accurate one that is valid at a position is
 * taken. A shift is valid there if the position, in the CRS's own coordinates, lies in the
 * rectangle around the projected outline of the shift's area. If none is valid, but one of them
 * covers all of the CRS's area, the one that shares most of the CRS's area is taken. Otherwise
 * coordinates stay as they are.
 * @param area where the CRS is used
 * @param project longitude (from Greenwich) and latitude on the datum to the CRS's coordinates
 */
export function shiftChooser(
  shifts: readonly DatumShift[],
  area: AreaOfUse,
  project: Project,
): (x: number, y: number) => ChosenShift {
  const candidates = shifts
    .map((shift) => ({ ...shift, common: commonSize(shift.area, area) }))
    .filter(({ common }) => common >= 0)
    .sort((a, b) => b.common - a.common || a.accuracyMeters - b.accuracyMeters)
    .flatMap((shift) =>
      spans(shift.area).map((part) => ({ ...shift, extent: extentOf(part, project) })),
    );
  const isCovered = candidates.some((candidate) => covers(candidate.area, area));
  const beyond: ChosenShift = {
    shift: (isCovered && candidates[0]?.shift) || [],
    accuracyMeters: undefined,
  };
  return (x, y) => {
    let best: (typeof candidates)[number] | undefined;
    for (const candidate of candidates) {
      if (!isInside(candidate.extent, x, y)) continue;
      if (!best || (!candidate.isOffshore && isBetter(candidate, best))) best = candidate;
    }
    return best ?? beyond;
  };
}

type Candidate = DatumShift & { readonly extent: Bounds };

/**
 * Whether one shift is more accurate, or equally accurate and intended for a smaller part of the
 * other's area.
 */
function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.accuracyMeters !== b.accuracyMeters) return a.accuracyMeters < b.accuracyMeters;
  return isWithin(a.extent, b.extent) && !isWithin(b.extent, a.extent);
}

function isInside([minX, minY, maxX, maxY]: Bounds, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** An area as one or two areas that do not cross the antimeridian. */
function spans([west, south, east, north]: AreaOfUse): AreaOfUse[] {
  return west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ];
}

/**
 * The size of the intersection of two areas, in degrees times sines; negative if they do not meet.
 * As in PROJ, areas that touch in the north or south meet, but areas that touch in the east or west
 * do not.
 */
function commonSize(a: AreaOfUse, b: AreaOfUse): number {
  const south = Math.max(a[1], b[1]);
  const north = Math.min(a[3], b[3]);
  let degrees = -1;
  for (const one of spans(a)) {
    for (const other of spans(b)) {
      const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
      if (width > 0) degrees = Math.max(degrees, 0) + width;
    }
  }
  return degrees < 0 || south > north ? -1 : degrees * (sine(north) - sine(south));
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function covers(outer: AreaOfUse, inner: AreaOfUse): boolean {
  return (
    outer[1] <= inner[1] &&
    outer[3] >= inner[3] &&
    spans(inner).every((part) =>
      spans(outer).some(([west, , east]) => west <= part[0] && part[2] <= east),
    )
  );
}

/**
 * The rectangle around an area's projected outline. Points that cannot be projected are left out.
 */
function extentOf([west, south, east, north]: AreaOfUse, project: Project): Bounds {
  const everywhere = Number.POSITIVE_INFINITY;
  if (west === -180 && south === -90 && east === 180 && north === 90) {
    return [-everywhere, -everywhere, everywhere, everywhere];
  }
  const sides = Array.from({ length: pointsPerSide }, (_, index) => {
    const part = index / (pointsPerSide - 1);
    const longitude = west + part * (east - west);
    const latitude = south + part * (north - south);
    return [
      project(longitude, south),
      project(longitude, north),
      project(west, latitude),
      project(east, latitude),
    ];
  });
  return boundsOf(sides.flat().filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
}
