import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { eq } from 'drizzle-orm';
import { createGiveWay } from '../../../platform/database/give-way.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';
import type {
  FeatureBatch,
  ImportedLayers,
} from '../../../services/vector-import/feature-batches.ts';
import { ImportRefusal } from '../../../services/vector-import/vector-importer.ts';
import { requireRoomForLayers } from '../log/create-layer.ts';
import { editMap, type MapEdit } from '../log/map-edit.ts';
import type { Author } from '../maps/access.ts';
import type { MapContext } from '../maps/map-context.ts';
import { freeName, listPresentLayers } from '../maps/map-layers.ts';
import {
  discardLayer,
  insertFeatures,
  insertHiddenLayer,
  learnSizes,
  listLayers,
} from './layer-queries.ts';

export interface LayerImport {
  readonly mapId: number;
  readonly author: Author;
  /** True when the shapes are only an approximation, such as the counties of a species' range. */
  readonly isApproximate?: boolean;
  /** Makes further edits that belong to the same change. */
  alongside?(edit: MapEdit): Promise<void>;
  /** Reads features and passes them on in batches. */
  read(onBatch: (batch: FeatureBatch) => void): Promise<ImportedLayers>;
}

export interface FinishedImport {
  readonly layers: VectorLayer[];
  readonly imported: ImportedLayers;
  readonly seq: number;
}

/** Makes the imported layers visible, each by an operation of its own. */
async function showLayers(
  edit: MapEdit,
  layerIds: ReadonlyMap<number, string>,
  { imported, isApproximate }: { imported: ImportedLayers; isApproximate: boolean },
): Promise<void> {
  await requireRoomForLayers(edit, imported.layers.length);
  const there = await listPresentLayers(edit.transaction, edit.map.id);
  const taken = new Set(there.map(({ dataset }) => dataset));
  let position = Math.max(0, ...there.map((layer) => layer.position));
  for (const [index, layerId] of [...layerIds].toSorted(([a], [b]) => a - b)) {
    const layer = imported.layers.find((each) => each.index === index);
    if (!layer) continue;
    const dataset = freeName(layer.name, taken);
    taken.add(dataset);
    position++;
    const appearedSeq = edit.append({
      patch: {
        kind: 'import-layer',
        layer_id: layerId,
        dataset,
        feature_count: layer.featureCount,
      },
    });
    await edit.transaction
      .update(mapLayer)
      .set({
        dataset,
        position,
        appearedSeq,
        isApproximate,
        fields: layer.fields.map(({ key, type }) => ({
          key,
          name: key,
          is_removed: false,
          type,
          choices: [],
          is_required: false,
        })),
        notes: [...imported.notes],
      })
      .where(eq(mapLayer.id, layerId));
  }
}

/**
 * Imports features as layers of a map. The batches are stored where nobody sees them. Then all
 * layers appear as one change that can be reverted.
 * @throws what `read` throws, {ImportRefusal} for a file without a feature, {ApiFailure} 404 or
 * 409; nothing is stored then
 */
export async function importLayers(
  context: Pick<MapContext, 'platform' | 'orm' | 'counts'>,
  request: LayerImport,
): Promise<FinishedImport> {
  const { database } = context.platform;
  const { orm } = database;
  const { mapId, author, isApproximate = false } = request;
  const layerIds = new Map<number, string>();
  const { giveWay, end } = createGiveWay(database);
  let writing: Promise<void> = Promise.resolve();
  async function write({ layer, layerName, rows }: FeatureBatch): Promise<void> {
    let layerId = layerIds.get(layer);
    if (layerId === undefined) {
      layerId = await insertHiddenLayer(orm, mapId, freeName(layerName, new Set()));
      layerIds.set(layer, layerId);
    }
    await insertFeatures(orm, { mapId, layerId }, rows);
    await giveWay();
  }
  try {
    const imported = await request.read((batch) => {
      writing = writing.then(() => write(batch));
      // The caller awaits `writing` later and gets the error then. Until then it must not count as
      // unhandled.
      writing.catch(() => {});
    });
    await writing;
    if (imported.layers.length === 0) {
      throw new ImportRefusal('The file holds no feature with a geometry.');
    }
    let seq = 0;
    await editMap(orm, { mapId, author }, async (edit) => {
      await showLayers(edit, layerIds, { imported, isApproximate });
      await request.alongside?.(edit);
      seq = edit.seq;
    });
    const features = imported.layers.reduce((sum, { featureCount }) => sum + featureCount, 0);
    await learnSizes(orm, features);
    const all = await listLayers(context, { id: mapId, lastSeq: seq });
    const ids = new Set(layerIds.values());
    return { layers: all.filter(({ id }) => ids.has(id)), imported, seq };
  } catch (error) {
    await writing.catch(() => {});
    for (const layerId of layerIds.values()) await discardLayer(orm, layerId);
    throw error;
  } finally {
    end();
  }
}
