import { scenariosPath } from '@refugia/contract/value-mapper/calls.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import type {
  LayerCurve,
  Scenario,
  ScenarioChanges,
} from '@refugia/contract/value-mapper/scenarios.ts';
import { callApi } from '../../../lib/session.ts';

/** The query key of a project's scenarios. */
export const scenariosKey = (projectId: number) => ['value-mapper', 'scenarios', projectId];

/** Fetches the scenarios of a project. */
export function fetchScenarios(projectID: number, signal?: AbortSignal): Promise<Scenario[]> {
  return callApi(scenariosPath, { query: { projectID }, signal });
}

interface KeptScenario {
  readonly name: string;
  readonly combination: Combination;
  /** Default: the curves that the layers have now. */
  readonly curves?: readonly LayerCurve[];
}

/** Keeps a scenario of a project. */
export function keepScenario(projectID: number, body: KeptScenario): Promise<Scenario> {
  return callApi(scenariosPath, { method: 'POST', query: { projectID }, body });
}

/** Renames a scenario. */
export function renameScenario(
  { id, combination, curves, version }: Scenario,
  name: string,
): Promise<Scenario> {
  const body = { name, combination, curves, version };
  return callApi(`${scenariosPath}/${id}`, { method: 'PUT', body });
}

/** Deletes a scenario. */
export function deleteScenario(id: number): Promise<unknown> {
  return callApi(`${scenariosPath}/${id}`, { method: 'DELETE' });
}

/** Measures what the second scenario gains and loses against the first. */
export function fetchChanges(
  first: number,
  second: number,
  signal?: AbortSignal,
): Promise<ScenarioChanges> {
  return callApi(`${scenariosPath}/${first}/changes`, { query: { with: second }, signal });
}
