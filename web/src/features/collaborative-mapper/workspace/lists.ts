import type { AccessRequest } from '@refugia/contract/collaborative-mapper/access-requests.ts';
import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Invitation } from '@refugia/contract/collaborative-mapper/invitations.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { Collaborator } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOptions } from '../../../lib/api-client.ts';
import { Store, useStore } from '../../../lib/store.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { type Action, useAction } from '../../../ui/overlays/use-action.ts';
import { listKey, type MapList } from '../calls/map-lists.ts';
import { useOpenMap } from './open-map.ts';

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
export function useComments() {
  return useList<MapComment[]>('comments', '/api/rrm/comments');
}

/** There are none while they are loading, and for who came by a view-only link. */
export function useCollaborators(): readonly Collaborator[] {
  const { map } = useOpenMap();
  const { data } = useList<{ collaborators: Collaborator[] }>(
    'collaborators',
    '/api/rrm/map_users',
    {
      query: { type: 'collaborators' },
      enabled: !map.is_view_only,
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

/** Settings by a layer's id that apply to this browser alone, until the page is left. */
class PageSettings<Value> extends Store<ReadonlyMap<string, Value>> {
  use = () => useStore(this);
  set = (id: string, value: Value): void => this.setState(new Map(this.getState()).set(id, value));
}

/** Whether this person hides a layer. */
export const hiddenHere = new PageSettings<boolean>(new Map());

/** The opacities of rasters, from 0 to 10. */
export const rasterOpacities = new PageSettings<number>(new Map());

/** The styles of layers that are being tried. */
export const stylePreviews = new PageSettings<LayerStyle | undefined>(new Map());

const usualOpacity = 10;

export function useRasterOpacity(id: string): number {
  return rasterOpacities.use().get(id) ?? usualOpacity;
}

const keptOn = (mapId: number) => storedText('localStorage', `active-layer-${mapId}`);

/** The layer that was chosen on a map, by the map's id. This browser remembers it. */
class ActiveLayers extends Store<ReadonlyMap<number, string>> {
  choose(mapId: number, id: string): void {
    keptOn(mapId).write(id);
    this.setState(new Map(this.getState()).set(mapId, id));
  }
}
const activeLayers = new ActiveLayers(new Map());

/** The layer into which this person draws. Undefined while layers are loading or without any. */
export function useActiveLayer() {
  const { id: mapId } = useOpenMap().map;
  const layers = useShownLayers();
  const chosen = useStore(activeLayers).get(mapId) ?? keptOn(mapId).read();
  return {
    layer:
      layers.find(({ id }) => id === chosen) ??
      layers.find(({ is_default: isDefault }) => isDefault) ??
      layers.at(-1),
    choose: (id: string) => activeLayers.choose(mapId, id),
  };
}
