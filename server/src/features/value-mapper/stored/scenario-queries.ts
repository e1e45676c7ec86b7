import type { LayerCurve, Scenario } from '@refugia/contract/value-mapper/scenarios.ts';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { scenario } from '../../../platform/database/schema/index.ts';
import type { ScenarioRow, ValuedRow } from '../access.ts';
import { findWholeValued } from './stored-queries.ts';

/** Lists the scenarios of a project, the oldest first. */
export function listScenarios(orm: Queryable, projectId: number): Promise<ScenarioRow[]> {
  return orm
    .select()
    .from(scenario)
    .where(eq(scenario.projectId, projectId))
    .orderBy(asc(scenario.id));
}

/** Whether another scenario of the project has this name. */
export async function isNameTaken(
  orm: Queryable,
  { projectId, name, id = 0 }: { projectId: number; name: string; id?: number },
): Promise<boolean> {
  const others = await orm
    .select({ id: scenario.id })
    .from(scenario)
    .where(and(eq(scenario.projectId, projectId), eq(scenario.name, name), ne(scenario.id, id)));
  return others.length > 0;
}

/** The curve by which a layer has its values. */
export function curveOf({
  layerId,
  functionType,
  coefficients,
  classValues,
}: ValuedRow): LayerCurve {
  const head = { data_layer: layerId, fnType: functionType };
  if (coefficients === null) return { ...head, classValues: classValues ?? undefined };
  if ('points' in coefficients) return { ...head, fnPoints: coefficients.points };
  return { ...head, fnCoeffs: coefficients };
}

/** A curve by the names of the table of values. */
export const asStored = ({
  fnType,
  fnCoeffs,
  fnPoints,
  classValues,
}: Omit<LayerCurve, 'data_layer'>) => ({
  functionType: fnType,
  coefficients: fnPoints ? { points: fnPoints } : (fnCoeffs ?? null),
  classValues: classValues ?? null,
});

/** Describes a scenario as the API shows it. */
export async function describeScenario(
  orm: Queryable,
  { id, version, name, combination, curves }: ScenarioRow,
): Promise<Scenario> {
  const missing_layers: number[] = [];
  // One after the other, because a transaction has one connection.
  for (const { data_layer: layer } of combination.layers) {
    if ((await findWholeValued(orm, layer)) === undefined) missing_layers.push(layer);
  }
  return { id, version, name, combination, curves: [...curves], missing_layers };
}
