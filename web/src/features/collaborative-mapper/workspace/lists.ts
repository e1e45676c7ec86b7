import type { AccessRequest } from '@refugia/contract/collaborative-mapper/access-requests.ts';
import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Invitation } from '@refugia/contract/collaborative-mapper/invitations.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { Collaborator } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOptions } from '../../../lib/api-client.ts';
import { type Action, useAction } from '../../../ui/overlays/use-action.ts';
import { listKey, type MapList } from '../calls/map-lists.ts';
import { useOpenMap } from './open-map.ts';
import { hiddenHere, stylePreviews } from './shown-here.ts';

interface ListOptions {
  query?: CallOptions['query'];
  enabled?: boolean;
  staleTime?: number;
}

function useList<Reply>(list: MapList, path: string, { query, ...options }: ListOptions = {}) {
  const { call, map } = useOpenMap();
  return useQuery({
    queryKey: listKey(map.id, list),
    queryFn: ({ signal }) => call<Reply>(path, { query: { id: map.id, ...query }, signal }),
    ...options,
  });
}

interface MapAction<Reply, Input> extends Omit<Action<Reply, Input>, 'changes'> {
  /** The lists of the open map that are out of date afterwards. */
  readonly changes?: readonly MapList[];
}

/** Changes something of the open map. */
export function useMapAction<Reply, Input = void>(action: MapAction<Reply, Input>) {
  const { map } = useOpenMap();
  const changes = action.changes?.map((list) => listKey(map.id, list));
  return useAction({ ...action, changes });
}

/** All comments of the open map, the oldest first. */
export function useComments(options: Pick<ListOptions, 'enabled'> = {}) {
  return useList<MapComment[]>('comments', '/api/rrm/comments', options);
}

/** There are none while they are loading, and for who came by a view-only link. */
export function useCollaborators({
  enabled = true,
}: Pick<ListOptions, 'enabled'> = {}): readonly Collaborator[] {
  const { map } = useOpenMap();
  const { data } = useList<{ collaborators: Collaborator[] }>(
    'collaborators',
    '/api/rrm/map_users',
    {
      query: { type: 'collaborators' },
      enabled: enabled && !map.is_view_only,
    },
  );
  return data?.collaborators ?? [];
}

/** The invitations that wait, for the owner. There are none while they are loading. */
export function useInvitations(): readonly Invitation[] {
  return useList<Invitation[]>('invitations', '/api/rrm/invitations').data ?? [];
}

/** Who asks to be let in, for the owner. There are none while they are loading. */
export function useAccessRequests(): readonly AccessRequest[] {
  return useList<AccessRequest[]>('access-requests', '/api/rrm/access_requests').data ?? [];
}

export function useRasters() {
  return useList<RasterLayer[]>('rasters', '/api/rrm/layers');
}

/** The vector layers of the open map as the server has them, the lowest first. */
export function useVectorLayers(options: Pick<ListOptions, 'staleTime'> = {}) {
  return useList<VectorLayer[]>('layers', '/api/rrm/vector_layers', options);
}

export function useLayerName(): (id: string | undefined) => string {
  const layers = useShownLayers();
  return (id) => layers.find((layer) => layer.id === id)?.dataset ?? 'a layer that was deleted';
}

/**
 * The layers of the open map. Those that this person hides here count as hidden, and those whose
 * style is being tried have that one.
 */
export function useShownLayers(): readonly VectorLayer[] {
  const { data } = useVectorLayers({ staleTime: Number.POSITIVE_INFINITY });
  const hidden = hiddenHere.use();
  const previews = stylePreviews.use();
  return useMemo(
    () =>
      data?.map((each) => ({
        ...each,
        is_hidden: each.is_hidden || hidden.get(each.id) === true,
        style: previews.get(each.id) ?? each.style,
      })) ?? [],
    [data, hidden, previews],
  );
}
