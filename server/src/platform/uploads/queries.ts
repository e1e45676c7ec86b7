import { and, desc, eq, isNull, lt, sql, sum } from 'drizzle-orm';
import { changerOf, finderOf, lockerOf, type Queryable, theRow } from '../database/database.ts';
import { resumableUpload } from '../database/schema/index.ts';
import type { UploadRow } from './upload-purpose.ts';

/** Lists an account's uploads that no app has taken over, the newest first. */
export function listUnfinished(orm: Queryable, accountId: number): Promise<UploadRow[]> {
  return orm
    .select()
    .from(resumableUpload)
    .where(and(eq(resumableUpload.accountId, accountId), isNull(resumableUpload.result)))
    .orderBy(desc(resumableUpload.createdAt));
}

/** The final size in bytes of all unfinished uploads of an account for a purpose. */
export async function unfinishedBytes(
  orm: Queryable,
  accountId: number,
  purpose: string,
): Promise<number> {
  const { size, result } = resumableUpload;
  const [row] = await orm
    .select({ bytes: sum(size) })
    .from(resumableUpload)
    .where(
      and(
        eq(resumableUpload.accountId, accountId),
        eq(resumableUpload.purpose, purpose),
        isNull(result),
      ),
    );
  return Number(row?.bytes ?? 0);
}

export async function insertUpload(
  orm: Queryable,
  upload: typeof resumableUpload.$inferInsert,
): Promise<UploadRow> {
  return theRow(await orm.insert(resumableUpload).values(upload).returning());
}

export const findUpload = finderOf(resumableUpload, 'id');

/** Reads the upload and locks it until the transaction ends. */
export const lockUpload = lockerOf(resumableUpload, 'id');

/** Stores that an upload has grown; false when another request has moved it, or it is gone. */
export async function moveUpload(
  orm: Queryable,
  id: string,
  { from, to, state }: { from: number; to: number; state: unknown },
): Promise<boolean> {
  const moved = await orm
    .update(resumableUpload)
    .set({ offset: to, storageState: state, movedAt: sql`now()` })
    .where(and(eq(resumableUpload.id, id), eq(resumableUpload.offset, from)))
    .returning({ id: resumableUpload.id });
  return moved.length > 0;
}

export const changeUpload = changerOf(resumableUpload, 'id');

/** Returns the upload as it was; undefined when it was gone already. */
export async function deleteUpload(orm: Queryable, id: string): Promise<UploadRow | undefined> {
  const [row] = await orm.delete(resumableUpload).where(eq(resumableUpload.id, id)).returning();
  return row;
}

/** Finds up to 50 uploads without new bytes since a time. */
export function findStill(orm: Queryable, before: Date): Promise<UploadRow[]> {
  return orm.select().from(resumableUpload).where(lt(resumableUpload.movedAt, before)).limit(50);
}
