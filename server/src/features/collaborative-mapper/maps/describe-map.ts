import type {
  CollaborativeMap,
  ListedMap,
  MapRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { type MapAccess, mapNotFound } from './access.ts';
import type { MapContext } from './map-context.ts';
import { findMap, findOwner, type MapRow, type OwnedMap } from './map-queries.ts';
import { describePerson } from './people.ts';

/** The facts of a map without a species. */
export const noSpecies = {
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

/**
 * The folder of the picture that a person of this role may see, or null. Viewers see a picture that
 * was taken of the public map, and from which nothing was changed or removed since.
 */
export function thumbnailFor(role: MapRole, map: MapRow): string | null {
  if (role !== 'viewer') return map.thumbnail;
  const { publishedSeq, thumbnailSeq, erasedSeq } = map;
  if (publishedSeq === null || thumbnailSeq === null) return null;
  return thumbnailSeq >= Math.max(publishedSeq, erasedSeq) ? map.thumbnail : null;
}

/** Describes a map in a list, for a person of this role. */
export function describeListedMap({ map, owner }: OwnedMap, role: MapRole): ListedMap {
  const folder = thumbnailFor(role, map);
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
    thumbnail: folder && thumbnailAddress(map.id, folder),
    creator: [describePerson(owner)],
    date_created: map.createdAt.toISOString(),
    date_deleted: map.deletedAt?.toISOString() ?? null,
  };
}

/** Describes a map for its own screen. Only the owner gets the map's token. */
export async function describeMap(
  { orm, counts }: Pick<MapContext, 'orm' | 'counts'>,
  {
    map,
    role,
    isViewOnly = false,
  }: Pick<MapAccess, 'map' | 'role'> & Partial<Pick<MapAccess, 'isViewOnly'>>,
): Promise<CollaborativeMap> {
  const owner = await findOwner(orm, map.ownerId);
  return {
    ...describeListedMap({ map, owner }, role),
    token: role === 'creator' ? map.token : null,
    is_view_only: isViewOnly,
    seq: map.lastSeq,
    feature_count: await counts.total(map),
  };
}

/**
 * Describes a map as it is after a change, for the person of this role who made the change.
 * @throws {ApiFailure} 404 when the map is gone
 */
export async function describeMapAgain(
  context: Pick<MapContext, 'orm' | 'counts'>,
  id: number,
  role: MapRole,
): Promise<CollaborativeMap> {
  const map = await findMap(context.orm, id);
  if (!map) throw mapNotFound();
  return await describeMap(context, { map, role });
}
