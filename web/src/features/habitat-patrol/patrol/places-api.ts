import type {
  NewPlace,
  Place,
  PlaceChanges,
  PlaceDetails,
  PlaceFinding,
  PlaceMemberChange,
  PlaceMembers,
} from '@refugia/contract/habitat-patrol/places.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, useSession } from '../../../lib/session.ts';

const places = '/api/places';
const addressOf = (id: string) => `${places}/${encodeURIComponent(id)}`;

/** The key of the view-only link by which a place is open, or null. */
export const useViewKey = () => useSearchParams()[0].get('key');

/** The key of a view-only link as a parameter, for who has no other way in. */
const withKey = (key: string | null) => ({ key: key ?? undefined });

/** The key under which the browser keeps a person's places. */
export const placesKey = ['places'] as const;

/** The person's own places, by name, then those that others share. Visitors have none. */
export function usePlaces() {
  return useQuery({
    queryKey: placesKey,
    queryFn: async ({ signal }) => (await callApi<{ places: Place[] }>(places, { signal })).places,
    enabled: useSession().status === 'authenticated',
  });
}

/** A place with its looks. @param key of a view-only link, or null */
export const placeQuery = (id: string, key: string | null = null) =>
  apiQuery<PlaceDetails>(['place', id], addressOf(id), { query: withKey(key) });

/** What watched looks at a place have found. @param key as for `placeQuery` */
export const placeFindingsQuery = (id: string, key: string | null) =>
  queryOptions({
    queryKey: ['place', id, 'findings'],
    queryFn: async ({ signal }) => {
      const options = { query: withKey(key), signal };
      const address = `${addressOf(id)}/findings`;
      return (await callApi<{ findings: PlaceFinding[] }>(address, options)).findings;
    },
  });

/** Fetches a place's area as GeoJSON. @param key as for `placeQuery` */
export const fetchPlaceFile = (id: string, key: string | null) =>
  callApi<Blob>(`${addressOf(id)}/place.geojson`, { asFile: true, query: withKey(key) });

/** The address of a place's Atom feed, for feed readers. */
export const placeFeedAddress = (id: string, key: string) =>
  new URL(`${addressOf(id)}/feed.atom?key=${encodeURIComponent(key)}`, window.location.href).href;

/** Who shares a place of one's own. */
export const placeMembersQuery = (id: string) =>
  apiQuery<PlaceMembers>(['place', id, 'members'], `${addressOf(id)}/members`);

/** Shares a place with somebody, or changes what they may do. */
export const putPlaceMember = (id: string, body: PlaceMemberChange) =>
  callApi<PlaceMembers>(`${addressOf(id)}/members`, { method: 'PUT', body });

/** Stops sharing a place with somebody, or leaves it. */
export const removePlaceMember = (id: string, username: string) =>
  callApi(`${addressOf(id)}/members/${encodeURIComponent(username)}`, { method: 'DELETE' });

export const savePlace = (body: NewPlace) => callApi<Place>(places, { method: 'POST', body });

/** Changes the name, the note, the area or the watching of a place. */
export const changePlace = (id: string, changes: PlaceChanges) =>
  callApi<PlaceDetails>(addressOf(id), { method: 'PATCH', body: changes });

/** Deletes a place. Its runs stay. */
export const deletePlace = (id: string) => callApi(addressOf(id), { method: 'DELETE' });

/** Starts a look at a place, which is a run. */
export const lookNow = (id: string) =>
  callApi<{ id: string }>(`${addressOf(id)}/looks`, { method: 'POST', body: {} });
