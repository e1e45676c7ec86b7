import type {
  LayerPatch,
  MapPatch,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import {
  applyPatch,
  type FeatureState,
  invertPatch,
  type Patch,
} from '@refugia/engine/merge/index.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapOperation, mapUndoStep } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { applyChanges, type FeatureChange } from './apply-changes.ts';
import { revertLayer, revertLayerChange, revertRaster } from './layer-changes.ts';
import { revertMapChange, withoutLaterSpecies } from './map-changes.ts';
import type { MapEdit } from './map-edit.ts';
import { findNextStep, type UndoAction, type UndoStack, type UndoStep } from './undo.ts';

interface LoggedOperation {
  readonly seq: number;
  readonly featureId: string | null;
  readonly baseRevision: number | null;
  readonly patch: MapPatch;
}

/** Finds the operations of a group, in order. */
export function findGroup(
  orm: Queryable,
  mapId: number,
  groupId: string,
): Promise<LoggedOperation[]> {
  return orm
    .select({
      seq: mapOperation.seq,
      featureId: mapOperation.featureId,
      baseRevision: mapOperation.baseRevision,
      patch: mapOperation.patch,
    })
    .from(mapOperation)
    .where(and(eq(mapOperation.mapId, mapId), eq(mapOperation.groupId, groupId)))
    .orderBy(asc(mapOperation.seq));
}

const isFeaturePatch = (patch: MapPatch): patch is Patch =>
  patch.kind === 'create' || patch.kind === 'edit' || patch.kind === 'delete';

/**
 * The change that reverts an operation on a feature; none for other operations. It starts from the feature
 * just after the operation and leads to the one before it, so that merging it keeps later changes.
 */
function takingBack({ seq, featureId, patch }: LoggedOperation): FeatureChange[] {
  if (!isFeaturePatch(patch)) return [];
  const inverse = invertPatch(patch);
  const incoming = (after: FeatureState | null) => applyPatch(after, inverse);
  return [{ featureId: featureId!, baseRevision: seq, isNew: false, incoming }];
}

async function revertEntry(edit: MapEdit, patch: Exclude<MapPatch, Patch>): Promise<void> {
  switch (patch.kind) {
    case 'create-layer':
    case 'import-layer':
    case 'delete-layer':
    case 'restore-layer':
      return await revertLayer(edit, patch satisfies LayerPatch);
    case 'edit-layer':
      return await revertLayerChange(edit, patch);
    case 'edit-map':
      return await revertMapChange(edit, patch);
    case 'add-raster':
    case 'delete-raster':
    case 'restore-raster':
      return await revertRaster(edit, patch);
    case 'note':
      return;
  }
}

/**
 * Reverts everything that a group did, and keeps later changes.
 * @throws {ConflictError} when a later change conflicts with the reversal
 * @throws {ApiFailure} 404 for a group that the map does not have, 409 when what the group set was
 * set again
 */
export async function revertGroup(
  edit: MapEdit,
  groupId: string,
  resolutions?: readonly Resolution[],
): Promise<void> {
  const operations = await findGroup(edit.transaction, edit.map.id, groupId);
  if (operations.length === 0) {
    throw new ApiFailure(404, 'change_not_found', "This change is not in the map's history.");
  }
  const changes = operations.flatMap(takingBack);
  const patches = operations.map(({ patch }) => patch);
  const revertFeatures = async () => {
    if (changes.length > 0) await applyChanges(edit, changes, resolutions);
  };
  const revertOthers = async () => {
    for (const patch of withoutLaterSpecies(edit.map, patches).toReversed()) {
      if (!isFeaturePatch(patch)) await revertEntry(edit, patch);
    }
  };
  // What was done last is taken back first: features leave a layer before it goes, and come back after it.
  const isFeatureLast = isFeaturePatch(patches.at(-1)!);
  await (isFeatureLast ? revertFeatures() : revertOthers());
  await (isFeatureLast ? revertOthers() : revertFeatures());
}

/**
 * Finds the next step.
 * @throws {ApiFailure} 409 when there is no such step
 */
export async function requireNextStep(
  orm: Queryable,
  stack: UndoStack,
  action: UndoAction,
): Promise<UndoStep> {
  const step = await findNextStep(orm, stack, action);
  if (step) return step;
  throw new ApiFailure(409, `nothing_to_${action}`, `There is nothing to ${action}.`);
}

/**
 * Undoes or redoes a step. The operations that this makes are a group of their own, which the
 * opposite step reverts.
 * @throws {ConflictError} when the step conflicts with what others did meanwhile
 */
export async function takeStep(
  edit: MapEdit,
  { step, action }: { readonly step: UndoStep; readonly action: UndoAction },
  resolutions?: readonly Resolution[],
): Promise<void> {
  const before = edit.seq;
  await revertGroup(edit, step.groupId, resolutions);
  await edit.transaction
    .update(mapUndoStep)
    .set({
      isUndone: action === 'undo',
      // A step that changed nothing has no group of its own, so the opposite step reverts the same
      // group again.
      ...(edit.seq > before && { groupId: edit.groupId }),
    })
    .where(eq(mapUndoStep.id, step.id));
}
