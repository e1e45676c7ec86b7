import type { KeyKind } from '@refugia/contract/key-kinds.ts';
import { eq } from 'drizzle-orm';
import { valueProject } from '../../platform/database/schema/index.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { openKey } from '../../services/keys/keys.ts';
import type { ProjectRow } from './access.ts';

/**
 * Finds the project that a key opens.
 * @throws {ApiFailure} 404 for a key that was revoked, is of another kind or never was one
 */
export async function openProject(
  { database: { orm } }: Pick<Platform, 'database'>,
  key: string,
  kind: KeyKind,
): Promise<ProjectRow> {
  const id = await openKey(orm, key, { kind, type: 'project' });
  if (id !== undefined) {
    const [row] = await orm
      .select()
      .from(valueProject)
      .where(eq(valueProject.id, Number(id)));
    if (row) return row;
  }
  const sentence = 'This link does not open a project any more. Please ask for a new one.';
  throw new ApiFailure(404, 'link_not_found', sentence);
}
