import { selectionsPath, type ZoneFileFormat } from '@refugia/contract/value-mapper/calls.ts';
import type {
  Selection,
  SelectionBody,
  SelectionUnits,
} from '@refugia/contract/value-mapper/selections.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/session.ts';

/** The latest search for the best places of a project; null without one. */
export const latestSelectionQuery = (projectID: number) =>
  queryOptions({
    queryKey: ['value-mapper', 'selection', projectID],
    queryFn: async ({ signal }) => {
      const all = await callApi<Selection[]>(selectionsPath, { query: { projectID }, signal });
      return all.at(-1) ?? null;
    },
  });

/** Begins a search for the best places. */
export const beginSelection = (projectID: number, body: SelectionBody) =>
  callApi<Selection>(selectionsPath, { method: 'POST', query: { projectID }, body });

/** Deletes a search, and ends it where it is under way. */
export const deleteSelection = (id: number) =>
  callApi(`${selectionsPath}/${id}`, { method: 'DELETE' });

/** Fetches the units of a finished search. */
export const fetchSelectionUnits = (id: number, signal: AbortSignal) =>
  callApi<SelectionUnits>(`${selectionsPath}/${id}/units`, { signal });

/** The same as a file. */
export const fetchSelectionFile = (id: number, format: ZoneFileFormat) =>
  callApi<Blob>(`${selectionsPath}/${id}/units`, { query: { format }, asFile: true });
