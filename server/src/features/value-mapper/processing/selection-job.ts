import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import type { SelectionResult } from '@refugia/contract/value-mapper/selections.ts';
import type {
  PlacesNews,
  PlacesQuestion,
  PlanningUnit,
} from '@refugia/engine/selection/find-places.ts';
import type { Solution } from '@refugia/engine/selection/solve.ts';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { selection, valueProject } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createProgressWriter } from '../../../platform/jobs/progress-writer.ts';
import { selectPlaces } from '../../../services/selection/select-places.ts';
import { found, type SelectionRow } from '../access.ts';
import { findSelection, unitsFile } from '../stored/selection-queries.ts';
import { cogFile, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { folderOfSource } from '../stored/values-source.ts';
import { listZones, writeZones } from '../stored/zone-queries.ts';
import type { AttemptParts, ProcessingProgram } from './attempt.ts';
import { storeFolder } from './made-files.ts';
import { placesFailure } from './selection-faults.ts';
import { saveDone, saveStep } from './work.ts';

/** How the best places are searched for. Another attempt begins anew. */
export const selectionProgram: ProcessingProgram<SelectionRow> = {
  kind: 'selection',
  find: findSelection,
  process: search,
};

const progressMilliseconds = 500;
const { maxSelectionUnits, maxSharedBoundaries } = limits.valueMapper;

async function search(row: SelectionRow, parts: AttemptParts): Promise<void> {
  const { platform, work, signal } = parts;
  const { orm } = platform.database;
  const folder = await folderOfSource(orm, await ownerOf(row, parts), row.question.source);
  const cogPath = await localPathOf(platform.storage, { folder, file: cogFile }, parts);
  const { zones, input, costs } = await unitsOf(orm, row);
  if (!(await saveStep(orm, work, { step: 'measure', share: 0 }))) return;
  const progress = progressOf(row, parts);
  const hectares = zones ? null : (row.question.hexagon_hectares ?? null);
  const found = await selectPlaces({
    order: { cogPath, question: questionOf(row), hectares, costs },
    input,
    signal,
    compiledFolder: platform.dataDirectory.compiled,
    onProgress: progress.tell,
  });
  await progress.finish();
  if (found.kind === 'fault') throw placesFailure(found.fault, row.question);
  const { units, solution } = found;
  const names = new Map(zones?.map(({ number, name }) => [number, name]));
  const features = JSON.stringify(featuresOf(units, solution, names));
  await storeFolder(parts, dataFolderOf(row), (data) => writeFile(join(data, unitsFile), features));
  const result = resultOf(units, solution);
  await saveDone(orm, work, async (transaction) => {
    await transaction
      .update(selection)
      .set({ result, progress: null })
      .where(eq(selection.id, row.id));
  });
}

/** @throws {ApiFailure} 404 when the project was deleted meanwhile */
async function ownerOf(
  { projectId }: SelectionRow,
  { platform }: AttemptParts,
): Promise<{ readonly id: number }> {
  const [owner] = await platform.database.orm
    .select({ id: valueProject.accountId })
    .from(valueProject)
    .where(eq(valueProject.id, projectId));
  return found(owner);
}

function questionOf({ question }: SelectionRow): PlacesQuestion {
  const { value, budget, target, boundary_penalty, seconds } = question;
  const kind = budget ? 'budget' : 'target';
  return {
    value,
    goal: { kind, of: (budget ?? target)! },
    compactness: boundary_penalty,
    in: question.in,
    out: question.out,
    seconds,
    limits: { units: maxSelectionUnits, sharedBoundaries: maxSharedBoundaries },
  };
}

/** Writes what the process tells into the row. */
function progressOf({ question }: SelectionRow, { platform, work }: AttemptParts) {
  const { orm } = platform.database;
  let began = 0;
  const writer = createProgressWriter<PlacesNews>(
    async (news) => {
      if (news.kind === 'measured')
        return await saveStep(orm, work, { step: 'measure', share: news.share });
      const seconds = (performance.now() - began) / 1000;
      if (news.kind === 'solution') {
        const { chosen, value, cost, gap } = news.solution;
        const progress = { seconds, chosen_count: chosen.length, value, cost, gap };
        await orm.update(selection).set({ progress }).where(eq(selection.id, work.id));
      }
      const share = Math.min(1, seconds / question.seconds);
      return await saveStep(orm, work, { step: 'solve', share });
    },
    { intervalMilliseconds: progressMilliseconds },
  );
  return {
    finish: writer.finish,
    tell(news: PlacesNews): void {
      // The writer leaves out news that others follow soon.
      if (news.kind === 'units') began = performance.now();
      writer.tell(news);
    },
  };
}

const states = { 1: 'in', 0: 'free', [-1]: 'out' } as const;

function featuresOf(
  units: readonly PlanningUnit[],
  { chosen }: Solution,
  names: ReadonlyMap<number, string>,
): object[] {
  const isChosen = new Set(chosen);
  return units.map(({ number, geometry, value, cost, hectares, state }, index) => ({
    type: 'Feature',
    id: number,
    geometry,
    properties: {
      number,
      name: names.get(number) ?? `Hexagon ${number}`,
      value,
      cost,
      hectares,
      chosen: isChosen.has(index),
      state: states[state],
    },
  }));
}

function resultOf(units: readonly PlanningUnit[], solution: Solution): SelectionResult {
  const { chosen, value, cost, boundaryMeters, gap } = solution;
  const sum = (read: (unit: PlanningUnit) => number, of = units) =>
    of.reduce((total, unit) => total + read(unit), 0);
  const share = (part: number, all: number) => (all > 0 ? part / all : 0);
  const all = sum((unit) => unit.hectares);
  const hectares = sum(
    (unit) => unit.hectares,
    chosen.flatMap((index) => units[index] ?? []),
  );
  return {
    unit_count: units.length,
    chosen_count: chosen.length,
    hectares,
    hectares_share: share(hectares, all),
    value,
    value_share: share(
      value,
      sum((unit) => Math.max(0, unit.value)),
    ),
    cost,
    cost_share: share(
      cost,
      sum((unit) => unit.cost),
    ),
    boundary_meters: boundaryMeters,
    gap,
  };
}

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
