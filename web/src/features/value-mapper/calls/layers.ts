import {
  type BackgroundColor,
  keyValUpdateArray,
  valueMapperBase,
} from '@refugia/contract/value-mapper/calls.ts';
import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import { callApi } from '../../../lib/session.ts';

const layers = `${valueMapperBase}/data_layers_ctrl`;

export function fetchLayers(projectID: number, signal?: AbortSignal): Promise<DataLayer[]> {
  return callApi(layers, { query: { projectID, type: 'all' }, signal });
}

export function fetchLayer(dataLayerID: number, signal?: AbortSignal): Promise<DataLayer> {
  return callApi(layers, { query: { dataLayerID, type: 'byID' }, signal });
}

export function createLayer(projectID: number): Promise<DataLayer> {
  return callApi(layers, { method: 'POST', query: { projectID } });
}

export function deleteLayer(dataLayerID: number): Promise<unknown> {
  return callApi(layers, { method: 'DELETE', query: { dataLayerID } });
}

export function changeLayer(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'label' | 'is_visible'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'attrs', keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(layers, { method: 'PUT', query });
}

/** How a layer lies on the map. */
export function changeDisplay(
  dataLayerID: number,
  changes: Partial<Pick<DataLayer, 'opacity' | 'position'>>,
): Promise<unknown> {
  const query = { dataLayerID, type: 'display', keyValUpdateArray: keyValUpdateArray(changes) };
  return callApi(layers, { method: 'PUT', query });
}

/** @returns the next background colour, which the server chooses */
export function changeColour(dataLayerID: number): Promise<BackgroundColor> {
  return callApi(layers, { method: 'PUT', query: { dataLayerID, type: 'color' } });
}
