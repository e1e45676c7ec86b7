import { z } from 'zod';
import { emailSchema, personNameSchema } from '../account/account.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { hiddenCharacter, isShown } from '../plain-text.ts';
import { contactSubjects } from './choices.ts';

/** The text of a message. It is stored as it was typed. A text of blanks counts as empty. */
export const contactTextSchema = z
  .string()
  .regex(/\S/, messages.required)
  .max(
    limits.contact.messageMaxLength,
    `This must have at most ${limits.contact.messageMaxLength} characters.`,
  )
  .refine(isShown, hiddenCharacter);

/** POST /api/accounts/contact */
export const contactSchema = z.object({
  email: emailSchema,
  firstName: personNameSchema,
  lastName: personNameSchema,
  message: contactTextSchema,
  subject: z.enum(contactSubjects).default(contactSubjects[0]),
});
export type Contact = z.infer<typeof contactSchema>;

/** The reply: the message as it was stored. It is mailed to the support address. */
export const contactSentSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  message: z.string(),
  subject: z.enum(contactSubjects),
});
