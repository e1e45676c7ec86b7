import { isDeepStrictEqual } from 'node:util';
import {
  type LayerEditPatch,
  type LayerPatch,
  layerPropertiesSchema,
  type RasterPatch,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { keysOf } from '@refugia/contract/members.ts';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer, mapRaster } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { freeName, isLayerPresent, listPresentLayers } from '../maps/map-layers.ts';
import { changedSince } from './map-changes.ts';
import type { MapEdit } from './map-edit.ts';

export type LayerRow = typeof mapLayer.$inferSelect;
export type RasterRow = typeof mapRaster.$inferSelect;
export type LayerProperties = LayerEditPatch['after'];

/** The failure for a layer that the map does not have. */
export const layerNotFound = () =>
  new ApiFailure(404, 'layer_not_found', 'There is no such layer on this map.');
/** The failure for a picture that the map does not have. */
export const rasterNotFound = () =>
  new ApiFailure(404, 'raster_not_found', 'There is no such picture on this map.');

/**
 * Finds a layer of the map, including deleted ones.
 * @throws {ApiFailure} 404
 */
async function requireLayer(edit: MapEdit, layerId: string): Promise<LayerRow> {
  const [layer] = await edit.transaction
    .select()
    .from(mapLayer)
    .where(
      and(
        eq(mapLayer.id, layerId),
        eq(mapLayer.mapId, edit.map.id),
        isNotNull(mapLayer.appearedSeq),
      ),
    );
  if (!layer) throw layerNotFound();
  return layer;
}

/** The same for a layer that was not deleted. */
export async function requirePresentLayer(edit: MapEdit, layerId: string): Promise<LayerRow> {
  const layer = await requireLayer(edit, layerId);
  if (layer.deletedSeq !== null) throw layerNotFound();
  return layer;
}

function countLayerFeatures(orm: Queryable, layerId: string): Promise<number> {
  return orm.$count(
    mapFeature,
    and(eq(mapFeature.layerId, layerId), eq(mapFeature.isDeleted, false)),
  );
}

/** @throws {ApiFailure} 409 while another layer of the map has this name */
export async function requireFreeName(
  edit: MapEdit,
  dataset: string,
  exceptId: string,
): Promise<void> {
  const taken = await edit.transaction.$count(
    mapLayer,
    and(
      eq(mapLayer.mapId, edit.map.id),
      eq(mapLayer.dataset, dataset),
      ne(mapLayer.id, exceptId),
      isLayerPresent,
    ),
  );
  if (taken > 0) {
    const sentence = `Another layer of this map is called "${dataset}".`;
    throw new ApiFailure(409, 'dataset_taken', sentence, { new_dataset: sentence, name: sentence });
  }
}

/**
 * The name, with a number while another layer of the map has it: an editor's import may have taken the
 * name, and must not prevent the owner from undoing.
 */
async function freeNameFor(edit: MapEdit, layerId: string, dataset: string): Promise<string> {
  const layers = await listPresentLayers(edit.transaction, edit.map.id);
  const others = layers.filter(({ id }) => id !== layerId);
  return freeName(dataset, new Set(others.map((layer) => layer.dataset)));
}

/** A layer's properties, as operations name them. */
export function propertiesOf(layer: LayerRow): Required<LayerProperties> {
  return {
    dataset: layer.dataset,
    is_hidden: layer.isHidden,
    position: layer.position,
    style: layer.style,
    fields: layer.fields,
  };
}

/** Takes columns that a change removes out of the layer's style. */
function withoutRemovedStyle(known: LayerProperties, changes: LayerProperties): LayerProperties {
  const style = changes.style ?? known.style;
  if (!changes.fields || !style) return changes;
  const removed = new Set(changes.fields.flatMap(({ key, is_removed }) => (is_removed ? key : [])));
  const { color_by: colorBy, label_by: labelBy } = style;
  const isColorGone = colorBy !== null && removed.has(colorBy.attribute);
  const isLabelGone = labelBy !== null && removed.has(labelBy);
  if (!isColorGone && !isLabelGone) return changes;
  return {
    ...changes,
    style: {
      ...style,
      ...(isColorGone && { color_by: null }),
      ...(isLabelGone && { label_by: null }),
    },
  };
}

/**
 * Changes a layer's properties. A value that the layer has already is not a change.
 * @throws {ApiFailure} 409 when another layer has the new name
 */
export async function changeLayer(
  edit: MapEdit,
  layer: LayerRow,
  changes: LayerProperties,
): Promise<void> {
  const known = propertiesOf(layer);
  const wanted = withoutRemovedStyle(known, changes);
  const changed = keysOf(wanted).filter(
    (key) => wanted[key] !== undefined && !isDeepStrictEqual(known[key], wanted[key]),
  );
  if (changed.length === 0) return;
  const changedOf = (properties: LayerProperties): LayerProperties =>
    Object.fromEntries(changed.map((key) => [key, properties[key]]));
  const [before, after] = [changedOf(known), changedOf(wanted)];
  if (after.dataset !== undefined) await requireFreeName(edit, after.dataset, layer.id);
  await edit.transaction
    .update(mapLayer)
    .set({
      dataset: after.dataset,
      isHidden: after.is_hidden,
      position: after.position,
      style: after.style,
      fields: after.fields,
    })
    .where(eq(mapLayer.id, layer.id));
  edit.append({ patch: { kind: 'edit-layer', layer_id: layer.id, before, after } });
}

/** Layers have got more properties since older entries of the log were written. */
const completeProperties = layerPropertiesSchema.partial();

/**
 * Reverts a change of a layer's properties. A name that another layer has meanwhile gets a number.
 * @throws {ApiFailure} 409 when one of the properties was changed since, 404 when the layer was
 * deleted
 */
export async function revertLayerChange(edit: MapEdit, patch: LayerEditPatch): Promise<void> {
  const layer = await requirePresentLayer(edit, patch.layer_id);
  const known = propertiesOf(layer);
  const before = completeProperties.parse(patch.before) as LayerProperties;
  const after = completeProperties.parse(patch.after);
  for (const key of keysOf(after)) {
    if (!isDeepStrictEqual(known[key], after[key])) {
      throw changedSince(`The layer "${layer.dataset}"`);
    }
  }
  const { dataset } = before;
  const name = dataset !== undefined && { dataset: await freeNameFor(edit, layer.id, dataset) };
  await changeLayer(edit, layer, { ...before, ...name });
}

/**
 * Deletes a layer with all its features by one operation, however many features there are.
 * @returns the number of its features
 */
export async function deleteLayer(edit: MapEdit, layer: LayerRow): Promise<number> {
  const featureCount = await countLayerFeatures(edit.transaction, layer.id);
  const seq = edit.append({
    patch: {
      kind: 'delete-layer',
      layer_id: layer.id,
      dataset: layer.dataset,
      feature_count: featureCount,
    },
  });
  await edit.transaction.update(mapLayer).set({ deletedSeq: seq }).where(eq(mapLayer.id, layer.id));
  return featureCount;
}

async function restoreLayer(edit: MapEdit, layer: LayerRow): Promise<void> {
  const dataset = await freeNameFor(edit, layer.id, layer.dataset);
  edit.append({
    patch: {
      kind: 'restore-layer',
      layer_id: layer.id,
      dataset,
      feature_count: await countLayerFeatures(edit.transaction, layer.id),
    },
  });
  await edit.transaction
    .update(mapLayer)
    .set({ dataset, deletedSeq: null })
    .where(eq(mapLayer.id, layer.id));
}

/**
 * Reverts the creation, import, deletion or restoration of a layer.
 * @throws {ApiFailure} 404
 */
export async function revertLayer(edit: MapEdit, patch: LayerPatch): Promise<void> {
  const layer = await requireLayer(edit, patch.layer_id);
  const isThere = layer.deletedSeq === null;
  if (patch.kind === 'delete-layer') {
    if (!isThere) await restoreLayer(edit, layer);
  } else if (isThere) {
    await deleteLayer(edit, layer);
  }
}

/**
 * Finds a picture of the map, including deleted ones.
 * @throws {ApiFailure} 404
 */
export async function requireRaster(edit: MapEdit, rasterId: string): Promise<RasterRow> {
  const [raster] = await edit.transaction
    .select()
    .from(mapRaster)
    .where(and(eq(mapRaster.id, rasterId), eq(mapRaster.mapId, edit.map.id)));
  if (!raster) throw rasterNotFound();
  return raster;
}

/** Deletes a picture from the map, or restores it. */
export async function showRaster(
  edit: MapEdit,
  raster: RasterRow,
  kind: 'delete-raster' | 'restore-raster',
): Promise<void> {
  const seq = edit.append({ patch: { kind, raster_id: raster.id, map_layer: raster.name } });
  await edit.transaction
    .update(mapRaster)
    .set({ deletedSeq: kind === 'delete-raster' ? seq : null })
    .where(eq(mapRaster.id, raster.id));
}

/** Reverts the addition, deletion or restoration of a picture. */
export async function revertRaster(edit: MapEdit, patch: RasterPatch): Promise<void> {
  const raster = await requireRaster(edit, patch.raster_id);
  const isThere = raster.deletedSeq === null;
  const wasDeleted = patch.kind === 'delete-raster';
  if (wasDeleted === isThere) return;
  await showRaster(edit, raster, wasDeleted ? 'restore-raster' : 'delete-raster');
}
