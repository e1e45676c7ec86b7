import {
  type BackgroundColor,
  keyValUpdateArray,
  valueMapperBase,
} from '@refugia/contract/value-mapper/calls.ts';
import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import { callApi } from '../../../lib/session.ts';

const layers = `${valueMapperBase}/data_layers_ctrl`;

/** Fetches the data layers of a project. */
export function fetchLayers(projectID: number, signal?: AbortSignal): Promise<DataLayer[]> {
  return callApi(layers, { query: { projectID, type: 'all' }, signal });
}

/** Fetches a data layer. */
export function fetchLayer(dataLayerID: number, signal?: AbortSignal): Promise<DataLayer> {
  return callApi(layers, { query: { dataLayerID, type: 'byID' }, signal });
}

/** Creates an empty data layer. */
export function createLayer(projectID: number): Promise<DataLayer> {
  return callApi(layers, { method: 'POST', query: { projectID } });
}

/** Deletes a data layer with its rasters. */
export function deleteLayer(dataLayerID: number): Promise<unknown> {
  return callApi(layers, { method: 'DELETE', query: { dataLayerID } });
}

/** Changes the label or the visibility of a data layer. */
export function changeLayer(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'label' | 'is_visible'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'attrs', keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(layers, { method: 'PUT', query });
}

/** Changes how a layer lies on the map. */
export function changeDisplay(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'opacity' | 'position'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'display', keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(layers, { method: 'PUT', query });
}

/**
 * Changes a layer's background colour.
 * @returns the next colour, which the server chooses
 */
export function changeColour(dataLayerID: number): Promise<BackgroundColor> {
  return callApi(layers, { method: 'PUT', query: { dataLayerID, type: 'color' } });
}
