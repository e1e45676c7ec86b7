import { z } from 'zod';
import { lineSchema } from './plain-text.ts';

export { resumableUploadsPath, uploadResultHeader } from './upload-addresses.ts';

/**
 * The purpose of a resumable upload, in tus metadata (`Upload-Metadata`, values in Base64). Each
 * app defines its own purposes and the meaning of `target`. The uploaded file is treated like one
 * from the app's own form.
 */
export const resumableUploadMetadataSchema = z.object({
  purpose: lineSchema(60).describe('Such as value-mapper-raster.'),
  target: lineSchema(60).describe('What the file is for: the id of a data layer.'),
  filename: z.string().min(1).max(255),
});

/** An unfinished upload. */
const unfinishedUploadSchema = z
  .object({
    id: z.string(),
    /** Where it is resumed, as the reply to its creation says. */
    address: z.string(),
    purpose: z.string(),
    target: z.string(),
    filename: z.string(),
    size: z.number(),
    /** Bytes that are stored durably. */
    offset: z.number(),
    created_at: z.string(),
    /** When it is removed unless it is resumed. */
    expires_at: z.string(),
  })
  .meta({ id: 'UnfinishedUpload' });
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;

/** GET /api/uploads lists one's own unfinished uploads, the newest first. */
export const unfinishedUploadsSchema = z.array(unfinishedUploadSchema);
