import type {
  CollaborativeMap,
  ListedMap,
  MapRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapContext } from './map-context.ts';
import { findOwner, type MapRow, type OwnedMap } from './map-queries.ts';
import { describePerson } from './people.ts';

const noSpecies = {
  species: null,
  species_desc: null,
  species_sci: null,
  species_tax: null,
  species_img: null,
};

/** The address of a map's picture. A new picture has a new address. */
export function thumbnailAddress(mapId: number, folder: string): string {
  return `/api/rrm/thumbnails/${mapId}/${folder.split('/').at(-1)}`;
}

/** Describes a map in a list, for a person of this role. */
export function describeListedMap({ map, owner }: OwnedMap, role: MapRole): ListedMap {
  return {
    id: map.id,
    name: map.name,
    summary: map.summary,
    status: role,
    is_published: map.isPublished,
    base_layer: map.baseLayer,
    center: JSON.stringify([map.latitude, map.longitude]),
    zoom: map.zoom,
    is_vector_drawing_controls_enabled: map.isDrawingEnabled,
    ...(map.species ?? noSpecies),
    thumbnail: map.thumbnail && thumbnailAddress(map.id, map.thumbnail),
    creator: [describePerson(owner)],
    date_created: map.createdAt.toISOString(),
    date_deleted: map.deletedAt?.toISOString() ?? null,
  };
}

/** Describes a map for its own screen. Only the owner gets the map's token. */
export async function describeMap(
  { orm, counts }: Pick<MapContext, 'orm' | 'counts'>,
  { map, role }: { readonly map: MapRow; readonly role: MapRole },
): Promise<CollaborativeMap> {
  const owner = await findOwner(orm, map.ownerId);
  return {
    ...describeListedMap({ map, owner }, role),
    token: role === 'creator' ? map.token : null,
    seq: map.lastSeq,
    feature_count: await counts.total(map),
  };
}
