import type {
  NewPlace,
  Place,
  PlaceChanges,
  PlaceDetails,
} from '@refugia/contract/habitat-patrol/places.ts';
import { callApi } from '../../../lib/session.ts';

const places = '/api/places';
const addressOf = (id: string) => `${places}/${encodeURIComponent(id)}`;

/** The keys under which the browser keeps a person's places, and one of them. */
export const placesKey = ['places'] as const;
export const placeKey = (id: string) => ['place', id] as const;

/** Fetches the caller's own places, by name. */
export async function fetchPlaces(signal: AbortSignal): Promise<Place[]> {
  return (await callApi<{ places: Place[] }>(places, { signal })).places;
}

/** Fetches a place with its looks. */
export function fetchPlace(id: string, signal: AbortSignal): Promise<PlaceDetails> {
  return callApi<PlaceDetails>(addressOf(id), { signal });
}

/** Saves an area as a place. */
export function savePlace(body: NewPlace): Promise<Place> {
  return callApi<Place>(places, { method: 'POST', body });
}

/** Changes the name, the note or the area of a place. */
export function changePlace(id: string, changes: PlaceChanges): Promise<PlaceDetails> {
  return callApi<PlaceDetails>(addressOf(id), { method: 'PATCH', body: changes });
}

/** Deletes a place. Its runs stay. */
export async function deletePlace(id: string): Promise<void> {
  await callApi(addressOf(id), { method: 'DELETE' });
}

/** Starts a look at a place. @returns the id of its run */
export async function lookNow(id: string): Promise<string> {
  const look = await callApi<{ id: string }>(`${addressOf(id)}/looks`, {
    method: 'POST',
    body: {},
  });
  return look.id;
}
