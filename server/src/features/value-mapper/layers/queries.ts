import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { backgroundColors } from '@refugia/contract/value-mapper/calls.ts';
import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import { asc, eq } from 'drizzle-orm';
import {
  changerOf,
  type Database,
  lockerOf,
  type Queryable,
  type Transaction,
  theRow,
} from '../../../platform/database/database.ts';
import { valueLayer, valueProject } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { found, type LayerRow } from '../access.ts';

const { maxDataLayers, labelMaxLength } = limits.valueMapper;

/** Describes a layer as the API shows it. */
export const describeLayer = (layer: LayerRow): DataLayer => ({
  id: layer.id,
  project: layer.projectId,
  label: layer.label,
  unit: layer.unit,
  is_visible: layer.isVisible,
  img_background_color: layer.backgroundColor,
  opacity: layer.opacity,
  position: layer.position,
});

/** Lists a project's layers by their position, the lowest first. */
export function listLayers(orm: Queryable, projectId: number): Promise<LayerRow[]> {
  return orm
    .select()
    .from(valueLayer)
    .where(eq(valueLayer.projectId, projectId))
    .orderBy(asc(valueLayer.position), asc(valueLayer.id));
}

const projectLocked = lockerOf(valueProject, 'id');
const layerLocked = lockerOf(valueLayer, 'id');

/**
 * Locks a project until the transaction ends, so that changes of its layers or scenarios follow one another.
 * @throws {ApiFailure} 404 when the project is gone
 */
export async function lockProject(transaction: Transaction, id: number): Promise<void> {
  found(await projectLocked(transaction, id));
}

/**
 * Keeps a layer from being deleted until the transaction ends.
 * @throws {ApiFailure} 404 when the layer is gone
 */
export async function lockLayer(transaction: Transaction, id: number): Promise<void> {
  found(await layerLocked(transaction, id));
}

/** The label of a layer that nobody has named yet. */
const unnamed = /^Data Layer \d+$/;

/**
 * Names a layer after its file, without the ending and with spaces for underscores. A layer that a person
 * has named keeps its name. The caller has locked the layer.
 */
export async function nameAfterFile(
  transaction: Transaction,
  id: number,
  fileName: string,
): Promise<void> {
  const label = fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, labelMaxLength)
    .trim();
  const [layer] = await transaction
    .select({ label: valueLayer.label })
    .from(valueLayer)
    .where(eq(valueLayer.id, id));
  if (label === '' || !layer || !unnamed.test(layer.label)) return;
  await transaction.update(valueLayer).set({ label }).where(eq(valueLayer.id, id));
}

function freeLabel(layers: readonly LayerRow[]): string {
  const taken = new Set(layers.map(({ label }) => label));
  let number = 1;
  while (taken.has(`Data Layer ${number}`)) number++;
  return `Data Layer ${number}`;
}

/**
 * Adds a layer on top of the others.
 * @throws {ApiFailure} 409 when the project has as many layers as it may have
 */
export async function addLayer({ orm }: Database, projectId: number): Promise<LayerRow> {
  return await orm.transaction(async (transaction) => {
    await lockProject(transaction, projectId);
    const layers = await listLayers(transaction, projectId);
    if (layers.length >= maxDataLayers) {
      throw new ApiFailure(409, 'max_data_layers', messages.valueMapper.maxDataLayers);
    }
    const layer = { projectId, label: freeLabel(layers), position: layers.length };
    return theRow(await transaction.insert(valueLayer).values(layer).returning());
  });
}

/**
 * Changes a layer.
 * @returns undefined when the layer is gone
 */
export const changeLayer = changerOf(valueLayer, 'id');

/**
 * Gives the layer the next color of the cycle.
 * @returns undefined when the layer is gone
 */
export async function cycleColor({ orm }: Database, id: number): Promise<LayerRow | undefined> {
  return await orm.transaction(async (transaction) => {
    const layer = await layerLocked(transaction, id);
    if (!layer) return undefined;
    const next = backgroundColors.indexOf(layer.backgroundColor) + 1;
    const backgroundColor = backgroundColors[next % backgroundColors.length];
    const [changed] = await transaction
      .update(valueLayer)
      .set({ backgroundColor })
      .where(eq(valueLayer.id, id))
      .returning();
    return changed;
  });
}

/** Numbers the layers of a project from 0, in the given order. */
async function renumber(transaction: Transaction, layers: readonly LayerRow[]): Promise<void> {
  for (const [position, layer] of layers.entries()) {
    if (layer.position === position) continue;
    await transaction.update(valueLayer).set({ position }).where(eq(valueLayer.id, layer.id));
  }
}

/**
 * Moves a layer to a position among its project's layers. A position beyond the last one moves it
 * to the end.
 * @throws {ApiFailure} 404 when the layer is gone
 */
export async function moveLayer(
  { orm }: Database,
  { id, projectId }: Pick<LayerRow, 'id' | 'projectId'>,
  position: number,
): Promise<void> {
  await orm.transaction(async (transaction) => {
    await lockProject(transaction, projectId);
    const layers = await listLayers(transaction, projectId);
    const moved = found(layers.find((layer) => layer.id === id));
    const others = layers.filter((layer) => layer.id !== id);
    await renumber(transaction, others.toSpliced(position, 0, moved));
  });
}

/** Deletes a layer with its rasters, and moves the layers above it down. */
export async function deleteLayer(
  { orm }: Database,
  { id, projectId }: Pick<LayerRow, 'id' | 'projectId'>,
): Promise<void> {
  await orm.transaction(async (transaction) => {
    await lockProject(transaction, projectId);
    await transaction.delete(valueLayer).where(eq(valueLayer.id, id));
    await renumber(transaction, await listLayers(transaction, projectId));
  });
}
