import { createHash } from 'node:crypto';
import type { Applied } from '@refugia/contract/collaborative-mapper/operations.ts';
import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapRequest } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { type EditOptions, editMap, type MapEdit } from './map-edit.ts';
import { listGroup } from './viewers-log.ts';

/** A hash that is equal for two calls with the same content from the same person. */
export function hashContent(author: EditOptions['author'], content: unknown): string {
  const who = author.accountId ?? author.visitorId;
  return createHash('sha256')
    .update(JSON.stringify([who, content]))
    .digest('base64url');
}

/** The failure for an id that a browser used before for a call with other content. */
export function repeatedWithOtherContent(): ApiFailure {
  return new ApiFailure(
    409,
    'operation_id_used',
    'This id was used for another change. Please choose a new one.',
  );
}

/**
 * Carries a call out once. If a call with the same id and content was carried out before, nothing
 * is done and the operations of the first call are returned.
 * @throws {ApiFailure} 409 when the id was used with other content; whatever `change` throws
 */
export async function editMapOnce(
  orm: Orm,
  options: EditOptions & { readonly content: unknown },
  change: (edit: MapEdit) => Promise<unknown>,
): Promise<Applied> {
  const { mapId, clientOperationId, content } = options;
  const { groupId, lastSeq } = await editMap(orm, options, async (edit) => {
    if (clientOperationId === undefined) {
      await change(edit);
      return { groupId: edit.groupId, lastSeq: edit.seq };
    }
    const contentHash = hashContent(options.author, content);
    const [known] = await edit.transaction
      .select()
      .from(mapRequest)
      .where(and(eq(mapRequest.mapId, mapId), eq(mapRequest.clientOperationId, clientOperationId)));
    if (known && known.contentHash !== contentHash) throw repeatedWithOtherContent();
    if (known) return { groupId: known.groupId, lastSeq: edit.seq };
    await change(edit);
    await edit.transaction
      .insert(mapRequest)
      .values({ mapId, clientOperationId, contentHash, groupId: edit.groupId });
    return { groupId: edit.groupId, lastSeq: edit.seq };
  });
  const operations = await listGroup(orm, mapId, groupId);
  return { seq: operations.at(-1)?.seq ?? lastSeq, group: groupId, operations };
}
