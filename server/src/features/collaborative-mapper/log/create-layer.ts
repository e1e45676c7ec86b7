import { randomUUID } from 'node:crypto';
import { plainStyle } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { limits } from '@refugia/contract/limits.ts';
import { theRow } from '../../../platform/database/database.ts';
import { mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { listPresentLayers, presentLayers, usualFields } from '../maps/map-layers.ts';
import { type LayerRow, requireFreeName } from './layer-changes.ts';
import type { MapEdit } from './map-edit.ts';

const { maxLayersPerMap } = limits.collaborativeMapper;

export interface NewLayer {
  readonly dataset: string;
  /** Default: one text called `name`. */
  readonly fields?: LayerField[] | undefined;
  readonly style?: LayerStyle | undefined;
  /** Default: above all other layers. */
  readonly position?: number | undefined;
  readonly isDefault?: boolean;
}

/** @throws {ApiFailure} 409 when the map would have more layers than it may have */
export async function requireRoomForLayers(edit: MapEdit, more: number): Promise<void> {
  const layers = await edit.transaction.$count(mapLayer, presentLayers(edit.map.id));
  if (layers + more <= maxLayersPerMap) return;
  throw new ApiFailure(
    409,
    'too_many_layers',
    `A map can have at most ${maxLayersPerMap} vector layers. Please delete some first.`,
  );
}

/**
 * Makes an empty layer.
 * @throws {ApiFailure} 409 when another layer has the name, or the map has too many layers
 */
export async function createLayer(edit: MapEdit, layer: NewLayer): Promise<LayerRow> {
  const { dataset, fields = usualFields, style = plainStyle, isDefault = false } = layer;
  const id = randomUUID();
  await requireRoomForLayers(edit, 1);
  await requireFreeName(edit, dataset, id);
  const there = await listPresentLayers(edit.transaction, edit.map.id);
  const top = Math.max(-1, ...there.map(({ position }) => position));
  const position = layer.position ?? top + 1;
  const patch = { kind: 'create-layer', layer_id: id, dataset, feature_count: 0 } as const;
  const rows = await edit.transaction
    .insert(mapLayer)
    .values({
      id,
      mapId: edit.map.id,
      dataset,
      fields,
      style,
      position,
      isDefault,
      appearedSeq: edit.append({ patch }),
    })
    .returning();
  return theRow(rows);
}
