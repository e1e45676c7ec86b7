import { z } from 'zod';

export {
  resumableUploadsPath,
  uploadResultHeader,
  valueMapperRasterPurpose,
} from './value-mapper/calls.ts';

/**
 * What a resumable upload is for, in tus metadata (`Upload-Metadata`, values in Base64): an app takes
 * its own purposes and says what `target` is. A file goes the same way as by the app's own form.
 */
export const resumableUploadMetadataSchema = z.object({
  purpose: z.string().max(60).describe('Such as value-mapper-raster.'),
  target: z.string().max(60).describe('What the file is for: the id of a data layer.'),
  filename: z.string().min(1).max(255),
});
export type ResumableUploadMetadata = z.infer<typeof resumableUploadMetadataSchema>;

/** An upload that is not whole. */
export const unfinishedUploadSchema = z
  .object({
    id: z.string(),
    /** Where to resume: the address that the creation answered. */
    address: z.string(),
    purpose: z.string(),
    target: z.string(),
    filename: z.string(),
    size: z.number(),
    /** Bytes that are stored for good. */
    offset: z.number(),
    created_at: z.string(),
    /** When it is removed unless it goes on. */
    expires_at: z.string(),
  })
  .meta({ id: 'UnfinishedUpload' });
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;

/** GET /api/uploads: one's own unfinished uploads, the newest first. */
export const unfinishedUploadsSchema = z.array(unfinishedUploadSchema);
