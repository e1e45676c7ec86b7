import type {
  LoggedAttribute,
  MapEditPatch,
  MapPatch,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { eq } from 'drizzle-orm';
import { mapComment } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { tellAccessChanged } from '../maps/announcements.ts';
import { noSpecies } from '../maps/describe-map.ts';
import { type MapRow, type MapValues, updateMap } from '../maps/map-queries.ts';
import type { MapEdit } from './map-edit.ts';

type SpeciesAttribute = keyof typeof noSpecies;

const isSpeciesAttribute = (attribute: string): attribute is SpeciesAttribute =>
  attribute in noSpecies;

const columns = {
  name: 'name',
  summary: 'summary',
  base_layer: 'baseLayer',
  is_published: 'isPublished',
  is_vector_drawing_controls_enabled: 'isDrawingEnabled',
} as const satisfies Partial<Record<LoggedAttribute, keyof MapRow>>;

/** The value that an attribute of a map has. */
export function attributeOf(map: MapRow, attribute: LoggedAttribute): unknown {
  return isSpeciesAttribute(attribute)
    ? (map.species?.[attribute] ?? null)
    : map[columns[attribute]];
}

function valuesFor(map: MapRow, attribute: LoggedAttribute, value: unknown): MapValues {
  if (!isSpeciesAttribute(attribute)) return { [columns[attribute]]: value };
  return { species: { ...noSpecies, ...map.species, [attribute]: value as string | null } };
}

/**
 * Changes a map's attributes. A value that the map has already is not a change. Whoever has the map
 * open learns at once that it was made private.
 */
export async function changeMap(
  edit: MapEdit,
  attribute: LoggedAttribute,
  value: unknown,
): Promise<void> {
  const before = attributeOf(edit.map, attribute);
  if (before === value) return;
  const seq = edit.append({ patch: { kind: 'edit-map', attribute, before, after: value } });
  const values = {
    ...valuesFor(edit.map, attribute, value),
    ...(attribute === 'is_published' && { publishedSeq: value ? seq : null }),
  };
  await updateMap(edit.transaction, edit.map.id, values);
  Object.assign(edit.map, values);
  if (attribute !== 'is_published') return;
  if (value) await publishComments(edit, false);
  await tellAccessChanged(edit.transaction, edit.map.id);
}

/**
 * Decides whether viewers may read the comments that were written so far. Nobody wrote them for the
 * public, so that they stay with the team unless the owner publishes them with the map.
 */
export async function publishComments(
  { transaction, map }: MapEdit,
  isPublic: boolean,
): Promise<void> {
  await transaction.update(mapComment).set({ isPublic }).where(eq(mapComment.mapId, map.id));
}

/**
 * The failure for reverting a change of something that was changed again later, because the later
 * value would be lost.
 */
export function changedSince(what: string): ApiFailure {
  return new ApiFailure(
    409,
    'changed_since',
    `${what} was changed since, so that this change can't be taken back by itself.`,
  );
}

/**
 * Reverts a change of the map's attributes.
 * @throws {ApiFailure} 409 when one of them was changed since
 */
export async function revertMapChange(
  edit: MapEdit,
  { attribute, before, after }: MapEditPatch,
): Promise<void> {
  if (attributeOf(edit.map, attribute) !== after) throw changedSince(`"${attribute}"`);
  await changeMap(edit, attribute, before);
}

const isSpeciesPatch = (patch: MapPatch): patch is MapEditPatch =>
  patch.kind === 'edit-map' && isSpeciesAttribute(patch.attribute);

/**
 * The patches that are to be reverted, without those of the facts about a species if any of the
 * facts was set again since. The later facts belong together and are kept, because an editor's
 * import of another range sets them and must not prevent the owner from undoing.
 */
export function withoutLaterSpecies(map: MapRow, patches: readonly MapPatch[]): MapPatch[] {
  const isSetAgain = patches.some(
    (patch) => isSpeciesPatch(patch) && attributeOf(map, patch.attribute) !== patch.after,
  );
  return patches.filter((patch) => !(isSetAgain && isSpeciesPatch(patch)));
}
