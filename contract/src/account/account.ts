import { z } from 'zod';
import { areaUnits } from '../area-units.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const { account } = limits;

/**
 * The form of first and last names: a letter of any script, then letters, spaces, commas, periods,
 * apostrophes and dashes.
 */
const personNamePattern = /^\p{L}[\p{L}\p{M} ,.'’-]*$/u;
const usernamePattern = /^[A-Za-z][A-Za-z0-9_-]*$/;
/**
 * The addresses that browsers accept in an email field (WHATWG HTML, "valid e-mail address"), with
 * a dot in the domain. Only ASCII is allowed, so that no two addresses look alike. A domain of
 * another script is written in its ASCII form (xn--…).
 */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const usernameSchema = z
  .string()
  .trim()
  .min(1, messages.required)
  .min(account.usernameMinLength, messages.usernameFormat)
  .max(account.usernameMaxLength, messages.usernameFormat)
  .regex(usernamePattern, messages.usernameFormat);

export const emailSchema = z
  .string()
  .trim()
  .min(1, messages.required)
  .max(account.emailMaxLength, messages.emailFormat)
  .regex(emailPattern, messages.emailFormat);

export const personNameSchema = z
  .string()
  .trim()
  .min(1, messages.required)
  .max(account.nameMaxLength, messages.nameFormat)
  .regex(personNamePattern, messages.nameFormat);

/** A new password. What is neither a letter nor a digit nor a space counts as special. */
export const passwordSchema = z
  .string()
  .min(1, messages.required)
  .min(account.passwordMinLength, messages.passwordTooShort)
  .max(account.passwordMaxLength, messages.passwordTooLong)
  .regex(/\p{Ll}/u, messages.passwordTooWeak)
  .regex(/\p{Lu}/u, messages.passwordTooWeak)
  .regex(/\d/, messages.passwordTooWeak)
  .regex(/[^\p{L}\p{N}\s]/u, messages.passwordTooWeak);

/** POST /api/accounts/register */
export const signUpSchema = z
  .object({
    first_name: personNameSchema,
    last_name: personNameSchema,
    username: usernameSchema,
    email: emailSchema,
    password: passwordSchema,
    password2: z.string().max(account.passwordMaxLength, messages.passwordsDiffer),
  })
  .refine((payload) => payload.password === payload.password2, {
    path: ['password2'],
    message: messages.passwordsDiffer,
  });
export type SignUp = z.infer<typeof signUpSchema>;

/** The reply to registering: the account that waits for its activation mail. */
export const registeredSchema = z.object({ username: z.string(), email: z.string() });

/** GET /api/accounts/register?reqType=…&input=… */
export const uniquenessQuerySchema = z.object({
  reqType: z.enum(['email', 'username']),
  input: z.string().max(200),
});
export const uniquenessSchema = z.object({ is_unique: z.boolean() });

/**
 * POST /token-auth/. Its fields have no format rules: a wrong format is answered like wrong
 * credentials. The username may be the confirmed email address instead: no username has an @.
 */
export const loginSchema = z.object({ username: z.string(), password: z.string() });
export type Login = z.infer<typeof loginSchema>;
export const tokenSchema = z.object({ token: z.string() });

/**
 * The reply of POST /api/accounts/logout, which ends the token's session, and of
 * …/logout_everywhere, which ends all sessions of the account.
 */
export const loggedOutSchema = z.object({ message: z.string() });

/** POST /api/accounts/activate and /api/accounts/confirm_email, with what a mailed link carries. */
export const mailedLinkSchema = z.object({ uid: z.string(), token: z.string() });
export const activatedSchema = z.object({
  username: z.string(),
  opens: z
    .string()
    .nullable()
    .describe('The path of what somebody shared with this address, to be opened after logging in.'),
});
export type Activated = z.infer<typeof activatedSchema>;

/**
 * GET /api/accounts/useraccount. For an account that is not activated yet, `anonymous` is true and
 * all other facts are left out. `token` is a new token, present when the caller's own is past half
 * of its life.
 */
export const currentAccountSchema = z.object({
  id: z.number().int().nullable(),
  username: z.string(),
  email: z.string(),
  /** False from a change of the address until the link mailed there is followed. */
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string(),
  bio: z.string(),
  /** A path on this server, such as `/media/photos/….webp`; null without a photo. */
  photo: z.string().nullable(),
  email_subscribed: z.boolean(),
  /** Null until the person chooses. Until then the browser's language decides. */
  area_units: z.enum(areaUnits).nullable(),
  anonymous: z.boolean(),
  is_app_tester: z.boolean(),
  token: z.string().optional(),
});
export type CurrentAccount = z.infer<typeof currentAccountSchema>;
