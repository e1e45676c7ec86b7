import { selectionsPath, type ZoneFileFormat } from '@refugia/contract/value-mapper/calls.ts';
import type {
  Selection,
  SelectionBody,
  SelectionUnits,
} from '@refugia/contract/value-mapper/selections.ts';
import { callApi } from '../../../lib/session.ts';

/** Fetches the latest search for the best places of a project; null without one. */
export async function fetchLatestSelection(
  projectID: number,
  signal?: AbortSignal,
): Promise<Selection | null> {
  const all = await callApi<Selection[]>(selectionsPath, { query: { projectID }, signal });
  return all.at(-1) ?? null;
}

/** Begins a search for the best places. */
export function beginSelection(projectID: number, body: SelectionBody): Promise<Selection> {
  return callApi(selectionsPath, { method: 'POST', query: { projectID }, body });
}

/** Deletes a search, and ends it where it is under way. */
export function deleteSelection(id: number): Promise<unknown> {
  return callApi(`${selectionsPath}/${id}`, { method: 'DELETE' });
}

/** Fetches the units of a finished search. */
export function fetchSelectionUnits(id: number, signal?: AbortSignal): Promise<SelectionUnits> {
  return callApi(`${selectionsPath}/${id}/units`, { signal });
}

/** The same as a file. */
export function fetchSelectionFile(id: number, format: ZoneFileFormat): Promise<Blob> {
  return callApi(`${selectionsPath}/${id}/units`, { query: { format }, asFile: true });
}
