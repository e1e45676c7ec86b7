import type { Queryable } from '../../../platform/database/database.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { SelectionRow } from '../access.ts';
import { listZones, writeZones } from '../stored/zone-queries.ts';

interface Units {
  /** Undefined for hexagons. */
  readonly zones: readonly { readonly number: number; readonly name: string }[] | undefined;
  /** The zones' shapes as a JSON list. */
  readonly input: Uint8Array | undefined;
  /** The zones' costs by a column; null: their areas. */
  readonly costs: readonly number[] | null;
}

/**
 * Reads the zones that a selection chooses from.
 * @throws {ApiFailure} 404 for zones that were deleted, 422 for a column without numbers of 0 or more
 */
export async function unitsOf(orm: Queryable, { question }: SelectionRow): Promise<Units> {
  const { zonesID, cost } = question;
  if (zonesID === undefined) return { zones: undefined, input: undefined, costs: null };
  const zones = await listZones(orm, zonesID);
  if (zones.length === 0) {
    throw new ApiFailure(404, 'not_found', 'These zones were deleted. Please choose other ones.');
  }
  const input = Buffer.from(await writeZones(orm, zonesID, 'geometry'));
  if (cost === 'area') return { zones, input, costs: null };
  const features = JSON.parse(await writeZones(orm, zonesID, 'feature')) as readonly {
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
  const costs = features.map(({ properties }) => numberOf(properties[cost.column]));
  const wrong = costs.findIndex((each) => !(each >= 0 && each < 1e15));
  if (wrong < 0) return { zones, input, costs };
  const sentence = `The zone “${zones[wrong]?.name}” has no number of 0 or more in “${cost.column}”. Please choose another column, or complete this one.`;
  throw new ApiFailure(422, 'cost_missing', sentence);
}

/** Files often hold numbers as texts. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
