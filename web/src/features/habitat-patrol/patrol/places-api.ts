import type {
  NewPlace,
  Place,
  PlaceChanges,
  PlaceDetails,
  PlaceFinding,
  PlaceMemberChange,
  PlaceMembers,
} from '@refugia/contract/habitat-patrol/places.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi, useSession } from '../../../lib/session.ts';

const places = '/api/places';
const addressOf = (id: string) => `${places}/${encodeURIComponent(id)}`;

/** The keys under which the browser keeps a person's places, and one of them. */
export const placesKey = ['places'] as const;
export const placeKey = (id: string) => ['place', id] as const;

/** The person's own places, by name, then those that others share. Visitors have none. */
export function usePlaces() {
  return useQuery({
    queryKey: placesKey,
    queryFn: async ({ signal }) => (await callApi<{ places: Place[] }>(places, { signal })).places,
    enabled: useSession().status === 'authenticated',
  });
}

/** Fetches a place with its looks. @param key of a view-only link, for who has no other way in */
export function fetchPlace(
  id: string,
  key: string | null,
  signal: AbortSignal,
): Promise<PlaceDetails> {
  return callApi<PlaceDetails>(addressOf(id), { signal, ...(key !== null && { query: { key } }) });
}

/** The key under which the browser keeps what watching a place has found. */
export const placeFindingsKey = (id: string) => ['place', id, 'findings'] as const;

/** Fetches what watched looks at a place have found. @param key as for `fetchPlace` */
export async function fetchPlaceFindings(
  id: string,
  key: string | null,
  signal: AbortSignal,
): Promise<PlaceFinding[]> {
  const query = key === null ? {} : { query: { key } };
  const address = `${addressOf(id)}/findings`;
  return (await callApi<{ findings: PlaceFinding[] }>(address, { signal, ...query })).findings;
}

/** Fetches a place's area as GeoJSON. */
export function fetchPlaceFile(id: string, key: string | null): Promise<Blob> {
  return callApi<Blob>(`${addressOf(id)}/place.geojson`, {
    asFile: true,
    ...(key !== null && { query: { key } }),
  });
}

/** The address of a place's Atom feed, for feed readers. */
export const placeFeedAddress = (id: string, key: string) =>
  new URL(`${addressOf(id)}/feed.atom?key=${encodeURIComponent(key)}`, window.location.href).href;

/** The key under which the browser keeps who shares a place. */
export const placeMembersKey = (id: string) => ['place', id, 'members'] as const;

/** Fetches who shares a place of one's own. */
export function fetchPlaceMembers(id: string, signal: AbortSignal): Promise<PlaceMembers> {
  return callApi<PlaceMembers>(`${addressOf(id)}/members`, { signal });
}

/** Shares a place with somebody, or changes what they may do. */
export function putPlaceMember(id: string, body: PlaceMemberChange): Promise<PlaceMembers> {
  return callApi<PlaceMembers>(`${addressOf(id)}/members`, { method: 'PUT', body });
}

/** Stops sharing a place with somebody, or leaves it. */
export async function removePlaceMember(id: string, username: string): Promise<void> {
  await callApi(`${addressOf(id)}/members/${encodeURIComponent(username)}`, { method: 'DELETE' });
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
