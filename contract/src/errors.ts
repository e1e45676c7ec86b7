import { z } from 'zod';

/**
 * The body of every 4xx and 5xx reply. `error` is a sentence for a person, and `code` a stable word
 * for programs. `fields` maps the names of form fields at fault to a sentence each.
 */
export const apiErrorSchema = z
  .object({
    error: z.string(),
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'ApiError' });

export type ApiError = z.infer<typeof apiErrorSchema>;
