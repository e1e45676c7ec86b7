import { z } from 'zod';
import { messages } from '../messages.ts';

/** Every box of both groups, ticked or not. */
export const betaPreferencesSchema = z.object({
  programOptions: z.object({
    onlineSurveysQuestionnaires: z.boolean(),
    remoteInterviews: z.boolean(),
    remoteAppsTesting: z.boolean(),
  }),
  apps: z.object({
    collaborativeMapper: z.boolean(),
    habitatPatrol: z.boolean(),
  }),
});
export type BetaPreferences = z.infer<typeof betaPreferencesSchema>;

/** POST /api/accounts/beta_testing?id=…. The reply is the stored preferences. */
export const betaSignUpSchema = betaPreferencesSchema.refine(
  ({ programOptions, apps }) =>
    Object.values(programOptions).includes(true) && Object.values(apps).includes(true),
  messages.betaTesting.incomplete,
);

/** `id` is the caller's own account. Nobody can sign up another person. */
export const betaSignUpQuerySchema = z.object({
  id: z.string().regex(/^[1-9]\d{0,8}$/, 'This must be the number of an account.'),
});
