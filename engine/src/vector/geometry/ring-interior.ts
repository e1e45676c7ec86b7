import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';

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
    this.#edges ??= this.#indexEdges(count);
    return this.#edges.search(x, y, Infinity, y).map((edge) => edge + 1);
  }

  #indexEdges(count: number): Flatbush {
    const index = new Flatbush(count);
    for (let end = 1; end <= count; end++) {
      const [x0 = 0, y0 = 0] = this.#ring[end - 1];
      const [x1 = 0, y1 = 0] = this.#ring[end];
      index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }
    index.finish();
    return index;
  }

  #locate([x = 0, y = 0]: Position, ends: readonly number[]): 'inside' | 'outside' | 'on' {
    let isInside = false;
    for (const end of ends) {
      const [x0, y0] = this.#ring[end - 1] as [number, number];
      const [x1, y1] = this.#ring[end] as [number, number];
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
