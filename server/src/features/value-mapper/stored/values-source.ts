import type { Queryable } from '../../../platform/database/database.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { notFound, type Reader, requireCombined, requireLayer, type ValuedRow } from '../access.ts';
import { dataFolderOf } from './stored-files.ts';
import { findWholeValued } from './stored-queries.ts';

/**
 * The folder of the raster of values that a call names: `layer:ID` or `combination:ID`.
 * @throws {ApiFailure} 404 for a source that the reader may not see, 409 for one without values
 */
export async function folderOfSource(
  orm: Queryable,
  reader: Reader,
  source: string,
): Promise<string> {
  const [kind, text] = source.split(':');
  const id = Number(text);
  // Beyond what a row's id can be.
  if (id > 2_147_483_647) throw notFound();
  if (kind === 'layer') {
    const layer = await requireLayer(orm, reader, id);
    const valued = await findWholeValued(orm, layer.id);
    if (valued) return dataFolderOf(valued);
    const sentence = `The layer “${layer.label}” has no values yet. Give it a valuation curve first.`;
    throw new ApiFailure(409, 'not_valued', sentence);
  }
  const row = await requireCombined(orm, reader, id);
  // A link opens one project, and tells nothing of others that lend layers.
  if (reader.onlyProjectId !== undefined) {
    for (const { data_layer } of row.combination.layers)
      await requireLayer(orm, reader, data_layer);
  }
  if (row.state === 'done') return dataFolderOf(row);
  throw new ApiFailure(
    409,
    'not_combined',
    'These layers are not combined yet. Please wait until they are.',
  );
}

/** The failure for a layer of a combination that has no values, or that is gone. */
export function layerNotValued(label: string | undefined): ApiFailure {
  const sentence =
    label === undefined
      ? 'A layer of the combination was deleted. Please choose the layers again.'
      : `The layer “${label}” has no values yet. Give it a valuation curve first, or leave it out.`;
  return new ApiFailure(409, 'not_valued', sentence);
}

/**
 * Finds the values of a layer that is to be combined.
 * @throws {ApiFailure} 404 for a layer that is not the account's, 409 for one without values
 */
export async function requireValues(
  orm: Queryable,
  account: Reader,
  layerId: number,
): Promise<ValuedRow> {
  const { id, label } = await requireLayer(orm, account, layerId);
  const valued = await findWholeValued(orm, id);
  if (!valued) throw layerNotValued(label);
  return valued;
}
