import { z } from 'zod';
import { areaUnits } from '../area-units.ts';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { lineSchema, textSchema } from '../plain-text.ts';
import { emailSchema, personNameSchema, usernameSchema } from './account.ts';

const { account } = limits;

export const organizationSchema = lineSchema(account.organizationMaxLength);

export const bioSchema = textSchema(account.bioMaxLength);

/**
 * PUT /api/accounts/useraccount, with all fields of the profile. A `photo` of null removes the
 * photo, and any other value leaves it unchanged, because a photo is uploaded by a call of its own.
 * Without `area_units` the units stay unchanged.
 */
export const profileUpdateSchema = z.object({
  username: usernameSchema,
  first_name: personNameSchema,
  last_name: personNameSchema,
  email: emailSchema,
  organization: organizationSchema,
  bio: bioSchema,
  email_subscribed: z.boolean(),
  area_units: z.enum(areaUnits).nullable().optional(),
  photo: z.string().max(200).nullable().optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** GET /api/accounts/public_account?username=… */
export const publicAccountQuerySchema = z.object({ username: z.string() });
/** The public part of an account. */
export const publicAccountSchema = z.object({
  username: z.string(),
  organization: z.string(),
  bio: z.string(),
  photo: z.string().nullable(),
});
export type PublicAccount = z.infer<typeof publicAccountSchema>;

/** POST /api/accounts/useraccount?username=…. The username must be one's own. */
export const photoQuerySchema = z.object({ username: z.string().optional() });

const pixelsFrom = (least: number) => wholeNumberSchema(least, account.photoMaxPixels);

/**
 * The square of the picture that is kept, as form fields beside `file`. Its unit is a pixel of the
 * picture as browsers show it, with the orientation applied. Without these fields the largest
 * square in the middle is kept.
 */
export const photoCropSchema = z.object({
  cropX: pixelsFrom(0),
  cropY: pixelsFrom(0),
  cropSize: pixelsFrom(1),
});
export type PhotoCrop = z.infer<typeof photoCropSchema>;

/** DELETE /api/accounts/useraccount */
export const accountDeletionSchema = z.object({ password: z.string() });
export const accountDeletedSchema = z.object({ id: z.number().int() });
