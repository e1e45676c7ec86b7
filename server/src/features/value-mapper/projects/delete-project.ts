import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { eq } from 'drizzle-orm';
import { valueProject } from '../../../platform/database/schema/index.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { listLayers } from '../layers/queries.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';

/** Deletes a project of the account with its layers, files and unfinished uploads. */
export async function deleteProject(
  { platform, removeLeft }: Pick<ValueMapperContext, 'platform' | 'removeLeft'>,
  account: Account,
  id: number,
): Promise<void> {
  const { database, uploads } = platform;
  const layers = await listLayers(database.orm, id);
  await database.orm.delete(valueProject).where(eq(valueProject.id, id));
  const targets = layers.map((layer) => String(layer.id));
  await uploads.removeOfTargets(account, valueMapperRasterPurpose, targets);
  await removeLeft();
}
