import {
  type BackgroundColor,
  combinedPath,
  keyValUpdateArray,
  samplePath,
  valueMapperBase,
} from '@refugia/contract/value-mapper/calls.ts';
import type { Combination, CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import type {
  DataLayer,
  SampleProject,
  ValueMap,
  ValueProject,
} from '@refugia/contract/value-mapper/projects.ts';
import type {
  PointValue,
  RasterFile,
  RasterHistogram,
  RasterKind,
  RasterStep,
  ValuedRasterStep,
  ValueRaster,
} from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { type DataTile, decodeDataTile } from '@refugia/engine/render/data-tile.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
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

/** Fetches a project. */
function fetchProject(projectID: number, signal?: AbortSignal): Promise<ValueProject> {
  return callValueMapper(projects, { query: { projectID, type: 'byID' }, signal });
}

/**
 * Creates a project.
 * @returns the new project's id
 */
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

/** Changes the title or the summary of a project. */
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

/** Fetches the map of a project. */
function fetchMap(projectID: number, signal?: AbortSignal): Promise<ValueMap> {
  return callValueMapper(maps, { query: { projectID }, signal });
}

/** Changes the base map, the centre or the zoom of a project's map. */
function updateMap(mapID: number, changes: Partial<Omit<ValueMap, 'id'>>): Promise<unknown> {
  const query = { mapID, keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(maps, { method: 'PUT', query, outlivesPage: true });
}

const layers = `${valueMapperBase}/data_layers_ctrl`;

/** Fetches the data layers of a project. */
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

/** Deletes a data layer with its rasters. */
function deleteLayer(dataLayerID: number): Promise<unknown> {
  return callValueMapper(layers, { method: 'DELETE', query: { dataLayerID } });
}

/** Changes the label, the unit or the visibility of a data layer. */
function updateLayer(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'label' | 'unit' | 'is_visible'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'attrs', keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(layers, { method: 'PUT', query });
}

/** Changes how a layer lies on the map. */
function updateLayerDisplay(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'opacity' | 'position'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'display', keyValUpdateArray: keyValUpdateArray(changes) };
  return callValueMapper(layers, { method: 'PUT', query });
}

/**
 * Changes a layer's background colour.
 * @returns the next colour, which the server chooses
 */
function updateLayerColour(dataLayerID: number): Promise<BackgroundColor> {
  return callValueMapper(layers, { method: 'PUT', query: { dataLayerID, type: 'color' } });
}

const originals = `${valueMapperBase}/orig_rst_datasets_ctrl`;
const valuedOnes = `${valueMapperBase}/val_rst_datasets_ctrl`;
const rasterPath = (rasterId: number) => `${valueMapperBase}/rasters/${rasterId}`;

/** Fetches the rasters of a project. */
function fetchRasters(projectID: number, signal?: AbortSignal): Promise<ValueRaster[]> {
  return callValueMapper(originals, { query: { projectID, type: 'all' }, signal });
}

/** Fetches a raster. */
export function fetchRaster(rasterID: number, signal?: AbortSignal): Promise<ValueRaster> {
  return callValueMapper(originals, { query: { rasterID, type: 'byID' }, signal });
}

/** Additions to the specification that a repeated step may send. */
export interface StepChoices {
  /** For the step `metadata`: the band's number, from 1. */
  readonly band?: number;
  readonly kind?: RasterKind;
  /** For the step `crs`: the EPSG code of a file that does not name its reference system. */
  readonly epsg?: number;
}

/** Asks for a step of processing, and waits until it is done. */
export function processRaster(
  rasterID: number,
  type: RasterStep,
  { choices = {}, signal }: { choices?: StepChoices; signal?: AbortSignal } = {},
): Promise<ValueRaster> {
  return callValueMapper(originals, {
    method: 'PUT',
    query: { rasterID, type, ...choices },
    signal,
  });
}

/** Fetches the valued rasters of a project. */
function fetchValuedRasters(projectID: number, signal?: AbortSignal): Promise<ValuedRaster[]> {
  return callValueMapper(valuedOnes, { query: { projectID, type: 'all' }, signal });
}

/** Fetches a valued raster. */
export function fetchValuedRaster(
  valRstDatasetID: number,
  signal?: AbortSignal,
): Promise<ValuedRaster> {
  return callValueMapper(valuedOnes, { query: { valRstDatasetID, type: 'byID' }, signal });
}

/**
 * Stores the settings of a valuation.
 * @returns the new dataset's id
 */
export async function storeValuation(
  dataLayerID: number,
  { function: made, palette }: ValuationSettings,
): Promise<number> {
  const colorPalette = JSON.stringify({
    min: hexOfColour(palette.min),
    zero: hexOfColour(palette.zero),
    max: hexOfColour(palette.max),
  });
  const { valRstDatasetID } = await callValueMapper<{ valRstDatasetID: number }>(valuedOnes, {
    method: 'POST',
    query: {
      dataLayerID,
      colorPalette,
      fnType: made.type,
      fnCoeffs: 'coefficients' in made ? JSON.stringify(made.coefficients) : undefined,
      fnPoints: made.type === 'points' ? JSON.stringify(made.points) : undefined,
      classValues: made.type === 'class' ? JSON.stringify(made.values) : undefined,
    },
  });
  return valRstDatasetID;
}

/** Asks for a step of building a valued raster, and waits until it is done. */
export function processValuedRaster(
  valRstDatasetID: number,
  type: ValuedRasterStep,
  signal?: AbortSignal,
): Promise<ValuedRaster> {
  return callValueMapper(valuedOnes, { method: 'PUT', query: { valRstDatasetID, type }, signal });
}

/** Deletes a valued raster. */
export function deleteValuedRaster(valRstDatasetID: number): Promise<unknown> {
  return callValueMapper(valuedOnes, { method: 'DELETE', query: { valRstDatasetID } });
}

/** Fetches the histogram of a raster. */
export function fetchHistogram(rasterId: number, signal?: AbortSignal): Promise<RasterHistogram> {
  return callValueMapper(`${rasterPath(rasterId)}/histogram`, { signal });
}

/** Fetches the value of a raster at a place. */
export function fetchValueAt(
  rasterId: number,
  [longitude, latitude]: readonly [number, number],
  signal?: AbortSignal,
): Promise<PointValue> {
  return callValueMapper(`${rasterPath(rasterId)}/value`, {
    query: { longitude, latitude },
    signal,
  });
}

/** Starts a download of a raster's file in the browser. */
export function downloadFile(rasterId: number, file: RasterFile): Promise<void> {
  return download(`${rasterPath(rasterId)}/files/${file}/ticket`);
}

/** Starts a download. Its address works for a minute without the login token. */
async function download(path: string): Promise<void> {
  const { address, file_name } = await callValueMapper<{ address: string; file_name: string }>(
    path,
    {
      method: 'POST',
    },
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = file_name;
  link.click();
}

interface ProjectCombined {
  readonly combined: CombinedRaster | null;
}

/** Fetches the combined values of a project's layers, or null without them. */
export async function fetchCombined(
  projectId: number,
  signal?: AbortSignal,
): Promise<CombinedRaster | null> {
  return (await callValueMapper<ProjectCombined>(combinedPath(projectId), { signal })).combined;
}

/** Stores how a project's layers are combined, and begins to combine them. */
export async function storeCombination(
  projectId: number,
  body: Combination,
): Promise<CombinedRaster | null> {
  const path = combinedPath(projectId);
  return (await callValueMapper<ProjectCombined>(path, { method: 'PUT', body })).combined;
}

/** Waits until the combined values are built. */
export async function completeCombined(
  projectId: number,
  signal: AbortSignal,
): Promise<CombinedRaster | null> {
  const path = `${combinedPath(projectId)}/completion`;
  return (await callValueMapper<ProjectCombined>(path, { method: 'POST', signal })).combined;
}

/** Deletes the combined values of a project's layers. */
export function deleteCombined(projectId: number): Promise<unknown> {
  return callValueMapper(combinedPath(projectId), { method: 'DELETE' });
}

/** Starts a download of the combined values in the browser. */
export function downloadCombined(projectId: number): Promise<void> {
  return download(`${combinedPath(projectId)}/file/ticket`);
}

/**
 * Fetches a tile of numbers, or returns null where the raster has no data.
 * @param template with `{z}`, `{x}` and `{y}`
 */
export async function fetchDataTile(
  template: string,
  { z, x, y }: TileAddress,
  signal: AbortSignal,
): Promise<DataTile | null> {
  const path = template
    .replace('{z}', String(z))
    .replace('{x}', String(x))
    .replace('{y}', String(y));
  const blob = await callValueMapper<Blob | undefined>(path, { asFile: true, signal });
  if (blob === undefined || blob.size === 0) return null;
  return decodeDataTile(await blob.arrayBuffer());
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
