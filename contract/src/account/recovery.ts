import { z } from 'zod';
import { passwordSchema } from './account.ts';

/** POST /api/accounts/request_pass_reset. A malformed address is treated like an unknown one. */
export const passwordResetRequestSchema = z.object({ email: z.string() });

/** The reply is the same whether the address is known or not. */
export const recoveryAnswerSchema = z.object({ success: z.boolean(), message: z.string() });
export type RecoveryAnswer = z.infer<typeof recoveryAnswerSchema>;

/** GET /api/accounts/pass_reset?token=… checks a token without using it up. */
export const passwordResetCheckSchema = z.object({ token: z.string() });
export const passwordResetValidSchema = z.object({ valid: z.literal(true) });

/** POST /api/accounts/pass_reset. Without the mailed token it answers 401. */
export const passwordResetSchema = z.object({
  username: z.string(),
  password: passwordSchema,
  token: z.string().default(''),
});
export const passwordChangedSchema = z.object({ username: z.string() });

/** GET /api/accounts/retrieve_username?email=… */
export const usernameRetrievalQuerySchema = z.object({ email: z.string() });

/** The reply of POST /api/accounts/confirm_email. */
export const emailConfirmedSchema = z.object({ username: z.string(), email: z.string() });
