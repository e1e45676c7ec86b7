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
import { queryOptions } from '@tanstack/react-query';
import type { CallOptions } from '../../../lib/api-client.ts';
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

const projects = `${valueMapperBase}/projects_ctrl`;
const maps = `${valueMapperBase}/maps_ctrl`;

/** The query key of all accounts' projects. It begins the key of each account's. */
export const projectsKey = ['value-mapper', 'projects'];

/** The projects of an account, which are not fetched without one. */
export const projectsQuery = (accountID: number | null) =>
  queryOptions({
    queryKey: [...projectsKey, accountID],
    queryFn: ({ signal }) =>
      callValueMapper<ValueProject[]>(projects, {
        query: { accountID: accountID ?? 0, type: 'all' },
        signal,
      }),
    enabled: accountID !== null,
  });

const fetchProject = (projectID: number, signal?: AbortSignal) =>
  callValueMapper<ValueProject>(projects, { query: { projectID, type: 'byID' }, signal });

/** Creates a project. @returns the new project's id */
export const createProject = (accountID: number) =>
  callValueMapper<number>(projects, { method: 'POST', query: { accountID } });

/** Opens the account's sample project, or makes it. */
export const openSample = () => callValueMapper<SampleProject>(samplePath, { method: 'POST' });

/** Creates the map of a project. */
export const createMap = (projectID: number) =>
  callValueMapper(maps, { method: 'POST', query: { projectID } });

const updateProject = (
  projectID: number,
  changes: Partial<Pick<ValueProject, 'title' | 'summary'>>,
) => put(projects, { projectID }, changes);

/** Deletes a project with all its layers. */
export const deleteProject = (projectID: number) =>
  callValueMapper(projects, { method: 'DELETE', query: { projectID } });

const fetchMap = (projectID: number, signal?: AbortSignal) =>
  callValueMapper<ValueMap>(maps, { query: { projectID }, signal });

const updateMap = (mapID: number, changes: Partial<Omit<ValueMap, 'id'>>) =>
  put(maps, { mapID }, changes, { outlivesPage: true });

const layers = `${valueMapperBase}/data_layers_ctrl`;

const fetchLayers = (projectID: number, signal?: AbortSignal) =>
  callValueMapper<DataLayer[]>(layers, { query: { projectID, type: 'all' }, signal });

/** Fetches a data layer. */
export const fetchLayer = (dataLayerID: number, signal?: AbortSignal) =>
  callValueMapper<DataLayer>(layers, { query: { dataLayerID, type: 'byID' }, signal });

/** Creates an empty data layer. */
export const createLayer = (projectID: number) =>
  callValueMapper<DataLayer>(layers, { method: 'POST', query: { projectID } });

const deleteLayer = (dataLayerID: number) =>
  callValueMapper(layers, { method: 'DELETE', query: { dataLayerID } });

const updateLayer = (
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'label' | 'unit' | 'is_visible'>>,
) => put(layers, { dataLayerID, type: 'attrs' }, changes);

const updateLayerDisplay = (
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'opacity' | 'position'>>,
) => put(layers, { dataLayerID, type: 'display' }, changes);

/** Changes a layer's background colour. @returns the next colour, which the server chooses */
const updateLayerColour = (dataLayerID: number) =>
  callValueMapper<BackgroundColor>(layers, {
    method: 'PUT',
    query: { dataLayerID, type: 'color' },
  });

/** Changes what the query names. */
function put(
  path: string,
  query: NonNullable<CallOptions['query']>,
  changes: Parameters<typeof keyValUpdateArray>[0],
  options: CallOptions = {},
): Promise<unknown> {
  const keyed = { ...query, keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(path, { method: 'PUT', query: keyed, ...options });
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
