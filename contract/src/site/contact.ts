import { z } from 'zod';
import { emailSchema, personNameSchema } from '../account/account.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** What a message may be about, in the order of the selector; the first is the default. */
export const contactSubjects = [
  'Reaching out',
  'Providing feedback',
  'Reporting a bug',
  'Other',
] as const;
export type ContactSubject = (typeof contactSubjects)[number];

/** What somebody has to say. It is kept as it was typed; nothing but blanks is nothing. */
export const contactTextSchema = z
  .string()
  .regex(/\S/, messages.required)
  .max(
    limits.contact.messageMaxLength,
    `This must have at most ${limits.contact.messageMaxLength} characters.`,
  );

/** POST /api/accounts/contact */
export const contactSchema = z.object({
  email: emailSchema,
  firstName: personNameSchema,
  lastName: personNameSchema,
  message: contactTextSchema,
  subject: z.enum(contactSubjects).default(contactSubjects[0]),
});
export type Contact = z.infer<typeof contactSchema>;

/** What sending returns: the message as it was stored, on its way to the support address. */
export const contactSentSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  message: z.string(),
  subject: z.enum(contactSubjects),
});
