import { scenariosPath } from '@refugia/contract/value-mapper/calls.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import type {
  LayerCurve,
  Scenario,
  ScenarioChanges,
} from '@refugia/contract/value-mapper/scenarios.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/session.ts';

/** The scenarios of a project. Their key begins that of what is measured between two of them. */
export const scenariosQuery = (projectID: number) =>
  apiQuery<Scenario[]>(['value-mapper', 'scenarios', projectID], scenariosPath, {
    query: { projectID },
  });

export interface KeptScenario {
  readonly name: string;
  readonly combination: Combination;
  /** Default: the curves that the layers have now. */
  readonly curves?: readonly LayerCurve[];
}

/** Keeps a scenario of a project. */
export const keepScenario = (projectID: number, body: KeptScenario) =>
  callApi<Scenario>(scenariosPath, { method: 'POST', query: { projectID }, body });

/** Renames a scenario. */
export const renameScenario = ({ id, combination, curves, version }: Scenario, name: string) =>
  callApi(`${scenariosPath}/${id}`, {
    method: 'PUT',
    body: { name, combination, curves, version },
  });

/** Deletes a scenario. */
export const deleteScenario = (id: number) =>
  callApi(`${scenariosPath}/${id}`, { method: 'DELETE' });

/** Measures what the second scenario gains and loses against the first. */
export const fetchChanges = (first: number, second: number, signal: AbortSignal) =>
  callApi<ScenarioChanges>(`${scenariosPath}/${first}/changes`, {
    query: { with: second },
    signal,
  });
