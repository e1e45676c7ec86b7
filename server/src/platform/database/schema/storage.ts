import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Stored folders whose rows were deleted in any way and whose files may still exist. Triggers on
 * the tables that own folders add them, so that rows deleted together with an account are included.
 */
export const removedFolder = pgTable('removed_folder', {
  name: text().primaryKey(),
  /**
   * The job that may still write into the folder, and the job's queue. The job is cancelled first.
   */
  queue: text(),
  jobId: text('job_id'),
  removedAt: timestamp('removed_at', { withTimezone: true }).notNull().defaultNow(),
});
