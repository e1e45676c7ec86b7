import type { Position } from 'geojson';

/** Whether an edge is shorter the other way round the globe. */
function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) > 180;
}

/**
 * The parts of a polygon on both sides of the antimeridian, if its edges jump over it; else the polygon
 * alone. Rings are cut on straight lines in longitude and latitude (Sutherland & Hodgman 1974): parts
 * of a concave ring stay one ring that touches itself along 180°, where it encloses nothing. One around
 * a pole is left as it is.
 */
export function cutAtAntimeridian(rings: Position[][]): Position[][][] {
  const isAcross = rings.some((ring) =>
    ring.some(([x = 0], index) => index > 0 && isJump(ring[index - 1]![0]!, x)),
  );
  if (!isAcross) return [rings];
  const unwrapped = rings.map(unwrap);
  if (unwrapped.some((ring) => ring[0]![0] !== ring.at(-1)![0])) return [rings];
  return [eastOfGreenwich, westOfGreenwich].flatMap((side) => {
    const part = unwrapped.map((ring) => clip(ring, side)).filter((ring) => ring.length >= 4);
    return part.length > 0 ? [part] : [];
  });
}

/** Longitudes that go on beyond 180 where the ring jumps, from 0 to 360 at its start. */
function unwrap(ring: readonly Position[]): Position[] {
  let turns = ring[0]![0]! < 0 ? 1 : 0;
  return ring.map(([x = 0, y = 0], index) => {
    const previous = ring[index - 1]?.[0] ?? x;
    if (isJump(previous, x)) turns += x < previous ? 1 : -1;
    return [x + 360 * turns, y];
  });
}

interface Side {
  isInside(longitude: number): boolean;
  wrap(longitude: number): number;
}

const eastOfGreenwich: Side = { isInside: (x) => x <= 180, wrap: (x) => x };
const westOfGreenwich: Side = { isInside: (x) => x >= 180, wrap: (x) => x - 360 };

function clip(ring: readonly Position[], { isInside, wrap }: Side): Position[] {
  const kept: Position[] = [];
  const add = (x: number, y: number) => {
    const longitude = wrap(x);
    const last = kept.at(-1);
    if (last?.[0] !== longitude || last[1] !== y) kept.push([longitude, y]);
  };
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [previousX = x, previousY = y] = ring[index - 1] ?? [];
    if (isInside(previousX) !== isInside(x)) {
      const share = (180 - previousX) / (x - previousX);
      add(180, previousY + (y - previousY) * share);
    }
    if (isInside(x)) add(x, y);
  }
  const [first] = kept;
  if (first && (first[0] !== kept.at(-1)![0] || first[1] !== kept.at(-1)![1])) {
    kept.push([...first]);
  }
  return kept;
}
