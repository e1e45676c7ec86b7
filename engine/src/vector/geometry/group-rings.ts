import type Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import { indexBoxes } from '../../geo/box-index.ts';
import { doubleSignedArea } from '../../geo/rings.ts';
import type { Budget } from '../budget.ts';
import { VectorError } from '../report.ts';

export interface RingGrouping {
  readonly budget: Budget;
  /** Called when a hole lies in no outer ring and becomes an outer ring itself. */
  onStrayHole(): void;
}

/**
 * Groups rings into polygons, in formats that distinguish outer rings and holes only by their
 * direction. The largest ring is an outer one, and holes run the other way round. A hole belongs to
 * the smallest outer ring that contains it.
 */
export function groupRings(rings: readonly Position[][], grouping: RingGrouping): Position[][][] {
  const areas = outwardAreas(rings);
  const outers: { ring: RingInterior; size: number; polygon: Position[][] }[] = [];
  const holes: Position[][] = [];
  rings.forEach((ring, index) => {
    if (areas[index] < 0) holes.push(ring);
    else
      outers.push({
        ring: new RingInterior(ring),
        size: Math.abs(areas[index]),
        polygon: [ring],
      });
  });
  if (outers.length === 1) return [[...outers[0].polygon, ...holes]];
  if (holes.length > 0) {
    const index = indexBoxes(outers.map(({ polygon: [outer] }) => boundsOf(outer)));
    for (const hole of holes) {
      const [x = 0, y = 0] = hole[0];
      const near = index.search(x, y, x, y);
      if (!grouping.budget.mayCompare(near.length + 1)) throw tooIntricate();
      const around = near
        .map((number) => outers[number])
        .sort((a, b) => a.size - b.size)
        .find(({ ring }) => {
          const holds = ring.holds(hole, grouping.budget);
          if (holds === undefined) throw tooIntricate();
          return holds;
        });
      if (around) {
        around.polygon.push(hole);
      } else {
        grouping.onStrayHole();
        outers.push({ ring: new RingInterior(hole), size: 0, polygon: [hole] });
      }
    }
  }
  return outers.map(({ polygon }) => polygon);
}

/** Twice the area of each ring, negative for holes. */
function outwardAreas(rings: readonly Position[][]): readonly number[] {
  const areas = rings.map(doubleSignedArea);
  const largest = areas.reduce((most, area) => (Math.abs(area) > Math.abs(most) ? area : most), 0);
  return largest < 0 ? areas.map((area) => -area) : areas;
}

function tooIntricate(): VectorError {
  return new VectorError({ code: 'rings-too-intricate' });
}

/** A ring with at least this many corners gets an index if it is tested repeatedly. */
const fewestIndexed = 100;
/** If this many corners of a ring lie on the other one, the ring counts as inside. */
const maxAsked = 8;

/** A closed ring that is tested repeatedly for what lies inside. */
export class RingInterior {
  readonly #ring: readonly Position[];
  #edges: Flatbush | undefined;

  constructor(ring: readonly Position[]) {
    this.#ring = ring;
  }

  /**
   * Whether another ring lies inside. A corner on the ring's edge decides nothing, so the next
   * corner is tested. The result is undefined if the file's comparisons are used up.
   */
  holds(inner: readonly Position[], budget: Budget): boolean | undefined {
    for (const position of inner.slice(0, maxAsked)) {
      const edges = this.#edgesBeside(position);
      if (!budget.mayCompare(edges.length)) return undefined;
      const where = this.#locate(position, edges);
      if (where !== 'on') return where === 'inside';
    }
    return true;
  }

  /**
   * The edges that a line from a position eastwards may cross, by the numbers of their end corners.
   */
  #edgesBeside([x = 0, y = 0]: Position): number[] {
    const count = this.#ring.length - 1;
    if (count < fewestIndexed) return Array.from({ length: count }, (_, index) => index + 1);
    this.#edges ??= indexBoxes(
      this.#ring.slice(1).map((end, edge) => boundsOf([this.#ring[edge], end])),
    );
    return this.#edges.search(x, y, Infinity, y).map((edge) => edge + 1);
  }

  #locate([x = 0, y = 0]: Position, ends: readonly number[]): 'inside' | 'outside' | 'on' {
    let isInside = false;
    for (const end of ends) {
      const [x0, y0] = this.#ring[end - 1];
      const [x1, y1] = this.#ring[end];
      const turn = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
      const isBeside =
        x >= Math.min(x0, x1) &&
        x <= Math.max(x0, x1) &&
        y >= Math.min(y0, y1) &&
        y <= Math.max(y0, y1);
      if (turn === 0 && isBeside) return 'on';
      if (y0 > y !== y1 > y && turn > 0 === y1 > y0) isInside = !isInside;
    }
    return isInside ? 'inside' : 'outside';
  }
}
