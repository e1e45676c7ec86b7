import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  betaPreferencesSchema,
  betaSignUpQuerySchema,
  betaSignUpSchema,
} from '@refugia/contract/site/beta-testing.ts';
import { contactSchema, contactSentSchema } from '@refugia/contract/site/contact.ts';
import type { App } from '../../platform/http/app.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOwn } from './access.ts';
import { createSiteLimits } from './limits.ts';
import { describeBetaSignUp, describeContact } from './mails.ts';
import { insertContactMessage, saveBetaPreferences } from './queries.ts';

const tags = ['site'];

/** Registers the contact form and the sign-up for beta testing. */
export function registerSite(app: App, platform: Platform): void {
  const { config, database, mailer, sessions } = platform;
  const { orm } = database;
  const allow = createSiteLimits(app, platform);

  app.post(
    '/api/accounts/contact',
    {
      schema: {
        tags,
        summary: 'Write to the support address',
        body: contactSchema,
        response: { 201: contactSentSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      await allow.contact(request, reply);
      // A person whose log-in has expired may write as a visitor.
      const session = await sessions.read(request);
      const account = session?.isActivated ? session.account : undefined;
      const stored = await orm.transaction(async (transaction) => {
        const contact = await insertContactMessage(transaction, request.body, account?.id);
        const mail = describeContact(config.supportEmail, contact, account);
        await mailer.send(mail, transaction);
        return contact;
      });
      return reply.code(201).send(stored);
    },
  );

  app.post(
    '/api/accounts/beta_testing',
    {
      schema: {
        tags,
        summary: 'Take part in beta testing; replaces what was chosen before',
        security: [{ token: [] }],
        querystring: betaSignUpQuerySchema,
        body: betaSignUpSchema,
        response: {
          200: betaPreferencesSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          403: apiErrorSchema,
          429: apiErrorSchema,
        },
      },
      // Callers without the right are told so before the form is checked.
      preValidation: async (request) => {
        await requireOwn(sessions, request);
      },
    },
    async (request, reply) => {
      const account = await requireOwn(sessions, request);
      await allow.signUpForBeta(request, reply);
      const preferences = request.body;
      await orm.transaction(async (transaction) => {
        await saveBetaPreferences(transaction, account.id, preferences);
        await mailer.send(
          describeBetaSignUp(config.supportEmail, preferences, account),
          transaction,
        );
      });
      return preferences;
    },
  );
}
