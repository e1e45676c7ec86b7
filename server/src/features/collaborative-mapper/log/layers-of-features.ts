import { faultsOfValues } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import {
  defaultDataset,
  freeName,
  listPresentLayers,
  type PresentLayer,
} from '../maps/map-layers.ts';
import { createLayer } from './create-layer.ts';
import type { StoredFeature, StoredState } from './feature-rows.ts';
import { layerNotFound } from './layer-changes.ts';
import type { MapEdit } from './map-edit.ts';

/** The layers of a map that were not deleted, by their ids. */
export type LayersById = ReadonlyMap<string, PresentLayer>;

/** Reads the layers into which features of a map can go. */
export async function readLayers(orm: Queryable, mapId: number): Promise<LayersById> {
  const layers = await listPresentLayers(orm, mapId);
  return new Map(layers.map((layer) => [layer.id, layer]));
}

/** The layer of new features for which none is named; undefined when it was deleted. */
function defaultAmong(layers: LayersById): PresentLayer | undefined {
  return [...layers.values()].find(({ isDefault }) => isDefault);
}

/** The failure for a layer that is not on the map. If it was deleted, the failure names it. */
async function layerGone(orm: Queryable, mapId: number, layerId: string): Promise<ApiFailure> {
  const [layer] = await orm
    .select({ dataset: mapLayer.dataset })
    .from(mapLayer)
    .where(and(eq(mapLayer.id, layerId), eq(mapLayer.mapId, mapId)));
  if (!layer) return layerNotFound();
  return new ApiFailure(
    409,
    'layer_deleted',
    `The layer “${layer.dataset}”, into which this goes, was deleted. Choose another layer, or bring it back.`,
  );
}

/**
 * Requires that the layer of a change is on the map, and that the values that the change writes fit the
 * fields of the layer.
 * @param states the state from which the change starts, and the one that it would make
 * @param stored the feature as it is; undefined for a new one
 * @throws {ApiFailure} 400 with the fields that are at fault; 404 or 409 for a layer that is not there
 */
export async function requireFitting(
  { orm, mapId, layers }: { orm: Queryable; mapId: number; layers: LayersById },
  { base, incoming }: { base: FeatureState | null; incoming: FeatureState | null },
  stored: StoredFeature | undefined,
): Promise<void> {
  if (!incoming) return;
  const layerId = incoming.layerId ?? stored?.state.layerId;
  const layer = layerId === undefined ? defaultAmong(layers) : layers.get(layerId);
  const isNamed = incoming.layerId !== undefined && incoming.layerId !== base?.layerId;
  if (isNamed && !layer) throw await layerGone(orm, mapId, incoming.layerId);
  const before = base?.properties ?? null;
  const faults = faultsOfValues(layer?.fields ?? [], before, incoming.properties);
  const sentences = Object.values(faults);
  if (sentences.length === 0) return;
  throw new ApiFailure(400, 'value_does_not_fit', sentences.join(' '), faults);
}

/**
 * Completes the state that a change makes by its layer. A feature for which no layer is named stays in its
 * own. A new one goes into the default layer, and so does one that comes back after its layer was deleted. The default layer is made anew when it was deleted itself.
 * @throws {ApiFailure} 404 or 409 for a layer that is not there
 */
export async function inItsLayer(
  edit: MapEdit,
  layers: LayersById,
  { merged, stored }: { merged: FeatureState; stored: StoredFeature | undefined },
): Promise<StoredState> {
  const { transaction, map } = edit;
  const layerId = merged.layerId ?? stored?.state.layerId;
  if (layerId !== undefined && layers.has(layerId)) return { ...merged, layerId };
  const comesBack = stored !== undefined && !stored.isThere;
  if (layerId !== undefined && !comesBack) throw await layerGone(transaction, map.id, layerId);
  // One of the changes before this one may have made it.
  const { id } =
    defaultAmong(layers) ?? defaultAmong(await readLayers(transaction, map.id)) ?? (await make());
  return { ...merged, layerId: id };

  async function make() {
    const taken = new Set([...layers.values()].map(({ dataset }) => dataset));
    return await createLayer(edit, { dataset: freeName(defaultDataset, taken), isDefault: true });
  }
}
