import { keyValUpdateArray, valueMapperBase } from '@refugia/contract/value-mapper/calls.ts';
import type { ValueMap, ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import { callApi } from '../../../lib/session.ts';

const projects = `${valueMapperBase}/projects_ctrl`;
const maps = `${valueMapperBase}/maps_ctrl`;

/** Fetches the projects of an account. */
export function fetchProjects(accountID: number, signal?: AbortSignal): Promise<ValueProject[]> {
  return callApi(projects, { query: { accountID, type: 'all' }, signal });
}

/** Fetches a project. */
export function fetchProject(projectID: number, signal?: AbortSignal): Promise<ValueProject> {
  return callApi(projects, { query: { projectID, type: 'byID' }, signal });
}

/**
 * Creates a project.
 * @returns the new project's id
 */
export function createProject(accountID: number): Promise<number> {
  return callApi(projects, { method: 'POST', query: { accountID } });
}

/** Creates the map of a project. */
export function createMap(projectID: number): Promise<unknown> {
  return callApi(maps, { method: 'POST', query: { projectID } });
}

/** Changes the title or the summary of a project. */
export function changeProject(
  projectID: number,
  changes: Partial<Pick<ValueProject, 'title' | 'summary'>>,
): Promise<unknown> {
  const query = { projectID, keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(projects, { method: 'PUT', query });
}

/** Deletes a project with all its layers. */
export function deleteProject(projectID: number): Promise<unknown> {
  return callApi(projects, { method: 'DELETE', query: { projectID } });
}

/** Fetches the map of a project. */
export function fetchMap(projectID: number, signal?: AbortSignal): Promise<ValueMap> {
  return callApi(maps, { query: { projectID }, signal });
}

/** Changes the base map, the centre or the zoom of a project's map. */
export function changeMap(mapID: number, changes: Partial<Omit<ValueMap, 'id'>>): Promise<unknown> {
  const query = { mapID, keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(maps, { method: 'PUT', query, outlivesPage: true });
}
