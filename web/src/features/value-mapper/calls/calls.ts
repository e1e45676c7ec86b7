import {
  type BackgroundColor,
  keyValUpdateArray,
  samplePath,
  valueMapperBase,
} from '@refugia/contract/value-mapper/calls.ts';
import type {
  DataLayer,
  SampleProject,
  ValueMap,
  ValueProject,
} from '@refugia/contract/value-mapper/projects.ts';
import { fetchRaster, fetchRasters, fetchValuedRasters } from './raster-calls.ts';
import { callValueMapper } from './shared-link.ts';

export const dashboardAddress = '/apps/conservationvaluemapper/dashboard';

/** The address of a project's screen. */
export function projectAddress(projectId: number): string {
  return `/apps/conservationvaluemapper/projects/${projectId}`;
}

/** The state of the address at which a project opens that was just made. */
export const newProject = { isNew: true } as const;
/** The state of the address at which a project opens with its combined values on the map. */
export const combinedShown = { isCombinedShown: true } as const;

/** The query key of an account's projects. */
export const projectsKey = (accountId: number | null) => ['value-mapper', 'projects', accountId];

const projects = `${valueMapperBase}/projects_ctrl`;
const maps = `${valueMapperBase}/maps_ctrl`;

/** Fetches the projects of an account. */
export function fetchProjects(accountID: number, signal?: AbortSignal): Promise<ValueProject[]> {
  return callValueMapper(projects, { query: { accountID, type: 'all' }, signal });
}

function fetchProject(projectID: number, signal?: AbortSignal): Promise<ValueProject> {
  return callValueMapper(projects, { query: { projectID, type: 'byID' }, signal });
}

/** Creates a project. @returns the new project's id */
export function createProject(accountID: number): Promise<number> {
  return callValueMapper(projects, { method: 'POST', query: { accountID } });
}

/** Opens the account's sample project, or makes it. */
export function openSample(): Promise<SampleProject> {
  return callValueMapper(samplePath, { method: 'POST' });
}

/** Creates the map of a project. */
export function createMap(projectID: number): Promise<unknown> {
  return callValueMapper(maps, { method: 'POST', query: { projectID } });
}

function updateProject(
  projectID: number,
  changes: Partial<Pick<ValueProject, 'title' | 'summary'>>,
): Promise<unknown> {
  const query = { projectID, keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(projects, { method: 'PUT', query });
}

/** Deletes a project with all its layers. */
export function deleteProject(projectID: number): Promise<unknown> {
  return callValueMapper(projects, { method: 'DELETE', query: { projectID } });
}

function fetchMap(projectID: number, signal?: AbortSignal): Promise<ValueMap> {
  return callValueMapper(maps, { query: { projectID }, signal });
}

function updateMap(mapID: number, changes: Partial<Omit<ValueMap, 'id'>>): Promise<unknown> {
  const query = { mapID, keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(maps, { method: 'PUT', query, outlivesPage: true });
}

const layers = `${valueMapperBase}/data_layers_ctrl`;

function fetchLayers(projectID: number, signal?: AbortSignal): Promise<DataLayer[]> {
  return callValueMapper(layers, { query: { projectID, type: 'all' }, signal });
}

/** Fetches a data layer. */
export function fetchLayer(dataLayerID: number, signal?: AbortSignal): Promise<DataLayer> {
  return callValueMapper(layers, { query: { dataLayerID, type: 'byID' }, signal });
}

/** Creates an empty data layer. */
export function createLayer(projectID: number): Promise<DataLayer> {
  return callValueMapper(layers, { method: 'POST', query: { projectID } });
}

function deleteLayer(dataLayerID: number): Promise<unknown> {
  return callValueMapper(layers, { method: 'DELETE', query: { dataLayerID } });
}

function updateLayer(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'label' | 'unit' | 'is_visible'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'attrs', keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(layers, { method: 'PUT', query });
}

function updateLayerDisplay(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'opacity' | 'position'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'display', keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(layers, { method: 'PUT', query });
}

/** Changes a layer's background colour. @returns the next colour, which the server chooses */
function updateLayerColour(dataLayerID: number): Promise<BackgroundColor> {
  return callValueMapper(layers, { method: 'PUT', query: { dataLayerID, type: 'color' } });
}

/** The calls of an open project. A test passes others. */
export const projectCalls = {
  fetchProject,
  updateProject,
  deleteProject,
  fetchMap,
  updateMap,
  fetchLayers,
  updateLayer,
  updateLayerColour,
  updateLayerDisplay,
  deleteLayer,
  fetchRaster,
  fetchRasters,
  fetchValuedRasters,
};

export type ProjectCalls = typeof projectCalls;
