import { limits } from '@refugia/contract/limits.ts';
import type {
  SelectionBody,
  SelectionResult,
  SelectionUnits,
} from '@refugia/contract/value-mapper/selections.ts';
import type { LngLat } from '../../../map/places.ts';

const { maxHexagonHectares } = limits.valueMapper;

export interface PlacesForm {
  /** `hexagons`, or the id of zones. */
  readonly from: string;
  /** The size of hexagons, as typed. */
  readonly hectares: string;
  readonly value: 'sum' | 'mean';
  /** The column of costs of zones; empty for their area. */
  readonly column: string;
  readonly goal: 'budget' | 'target';
  readonly percent: number;
  /** The budget or target as a number, as typed; empty for the share. */
  readonly amount: string;
  readonly compactnessPercent: number;
}

/** What a person has said of a unit on the map or in the table. */
export type Marks = ReadonlyMap<number, 'in' | 'out'>;

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Whether hexagons, if any are asked for, can have the typed size. */
export function hasSize({ from, hectares }: PlacesForm): boolean {
  const size = numberOf(hectares);
  return from !== 'hexagons' || (size >= 0.01 && size <= maxHexagonHectares);
}

const mostAmount = 1e15;

/** Whether the budget or target is a number that the call takes, or left empty. */
export function hasAmount({ amount }: PlacesForm): boolean {
  const number = numberOf(amount);
  return amount.trim() === '' || (number > 0 && number <= mostAmount);
}

/** The form as the call takes it; null while a number in it is none. */
export function questionOf(form: PlacesForm, source: string, marks: Marks): SelectionBody | null {
  if (!hasSize(form) || !hasAmount(form)) return null;
  const column = form.column.trim();
  const numbers = (mark: 'in' | 'out') =>
    [...marks].flatMap(([number, each]) => (each === mark ? [number] : []));
  return {
    source,
    ...(form.from === 'hexagons'
      ? { hexagon_hectares: numberOf(form.hectares) }
      : { zonesID: Number(form.from), cost: column === '' ? 'area' : { column } }),
    value: form.value,
    [form.goal]:
      form.amount.trim() === '' ? { share: form.percent / 100 } : { amount: numberOf(form.amount) },
    boundary_penalty: form.compactnessPercent / 100,
    in: numbers('in'),
    out: numbers('out'),
  };
}

/** The next mark of a unit that is pressed: chosen already, left out, free. */
export function pressed(marks: Marks, number: number): Marks {
  const next = new Map(marks);
  const mark = marks.get(number);
  if (mark === undefined) next.set(number, 'in');
  else if (mark === 'in') next.set(number, 'out');
  else next.delete(number);
  return next;
}

const percentText = (share: number): string => `${Math.round(100 * share)} %`;

/** What a result holds, after its area: "hold 61 % of the value for 30 % of the cost, within 1.2 % …". */
export function resultWords(result: SelectionResult, isCostArea: boolean): string {
  const cost = isCostArea
    ? `${percentText(result.cost_share)} of the area`
    : `${percentText(result.cost_share)} of the cost`;
  return `chosen hold ${percentText(result.value_share)} of the value for ${cost}, ${gapWords(result.gap)}`;
}

/** How far a choice may be from the best possible. */
export function gapWords(gap: number | null): string {
  if (gap === null) return 'with no proof yet of how good that is';
  const percent = 100 * gap;
  if (percent < 0.01) return 'which is the best possible';
  return `within ${percent < 1 ? Math.max(0.01, Number(percent.toFixed(2))) : percent.toFixed(1)} % of the best possible`;
}

type Unit = SelectionUnits['features'][number];
type Rings = readonly (readonly LngLat[])[];

/** The unit at a place, or undefined where there is none. */
export function unitAt(units: readonly Unit[], place: LngLat): Unit | undefined {
  return units.find(({ geometry }) => {
    const { coordinates } = geometry;
    const polygons = (
      geometry.type === 'Polygon' ? [coordinates] : coordinates
    ) as readonly Rings[];
    return polygons.some((rings) => rings.filter((ring) => isWithin(ring, place)).length % 2 === 1);
  });
}

/** Whether a ray from the place crosses the ring an odd number of times. */
function isWithin(ring: Rings[number], [x, y]: LngLat): boolean {
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [ring[index - 1], ring[index]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}
