import { membersOf } from '@refugia/contract/members.ts';
import {
  betaPreferencesSchema,
  betaSignUpQuerySchema,
  betaSignUpSchema,
} from '@refugia/contract/site/beta-testing.ts';
import { contactSchema, contactSentSchema } from '@refugia/contract/site/contact.ts';
import type { FastifyRequest } from 'fastify';
import { type App, describeCalls, errorReplies } from '../../platform/http/api.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { createRateLimitCheck } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account, Sessions } from '../../platform/session/sessions.ts';
import { describeBetaSignUp, describeContact } from './mails.ts';
import { insertContactMessage, saveBetaPreferences } from './queries.ts';

const { forAccounts, withoutToken } = describeCalls('site');

/** Registers the contact form and the sign-up for beta testing. */
export function registerSite(app: App, platform: Platform): void {
  const { config, database, mailer, sessions } = platform;
  const { orm } = database;
  const { contactsPerHourPerAddress, mailsPerHourPerAccount } = config.rateLimits;
  const perHour = (max: number) => createRateLimitCheck(app, { max, windowSeconds: 3600 });
  // The address for the reply is not counted, because anybody can type anybody's.
  const contactAsVisitor = perHour(contactsPerHourPerAddress);
  const contactByAccount = perHour(mailsPerHourPerAccount);
  const signUpForBeta = perHour(mailsPerHourPerAccount);

  app.post(
    '/api/accounts/contact',
    withoutToken('Write to the support address', {
      body: contactSchema,
      response: { 201: contactSentSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      // A person whose log-in has expired may write as a visitor.
      const session = await sessions.read(request);
      if (session) await contactByAccount(request, reply, String(session.account.id));
      else await contactAsVisitor(request, reply);
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
      ...forAccounts('Take part in beta testing; replaces what was chosen before', {
        querystring: betaSignUpQuerySchema,
        body: betaSignUpSchema,
        response: { 200: betaPreferencesSchema, ...errorReplies(400, 401, 403, 429) },
      }),
      // Callers without the right are told so before the form is checked.
      preValidation: async (request) => {
        await requireOwn(sessions, request);
      },
    },
    async (request, reply) => {
      const account = await requireOwn(sessions, request);
      await signUpForBeta(request, reply, String(account.id));
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

/**
 * The account of the request's log-in. If the address has `?id=`, it must name that account.
 * @throws {ApiFailure} 401 without a valid log-in, 403 when it names somebody else
 */
async function requireOwn(sessions: Sessions, request: FastifyRequest): Promise<Account> {
  const account = await sessions.require(request);
  const { id } = membersOf(request.query);
  if (typeof id === 'string' && id !== '' && id !== String(account.id)) {
    throw new ApiFailure(403, 'not_yours', 'You can sign up your own account only.');
  }
  return account;
}
