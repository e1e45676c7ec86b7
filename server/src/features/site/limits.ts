import type { Contact } from '@refugia/contract/site/contact.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app.ts';
import { createRateLimitCheck, type RateLimitCheck } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';

const hour = 3600;

/** Creates the rate limits of mails to the support address, each counted separately. */
export function createSiteLimits(
  app: App,
  { config, sessions }: Pick<Platform, 'config' | 'sessions'>,
): Record<'contact' | 'signUpForBeta', RateLimitCheck> {
  const { contactsPerHourPerAddress, mailsPerHourPerAccount } = config.rateLimits;

  /** The sender under which a mail is counted: the account, or the email address for the reply. */
  async function senderOf(request: FastifyRequest): Promise<string> {
    const session = await sessions.read(request);
    if (session) return `account ${session.account.id}`;
    return `email ${(request.body as Contact).email.toLowerCase()}`;
  }

  const byAddress = createRateLimitCheck(app, {
    max: contactsPerHourPerAddress,
    windowSeconds: hour,
  });
  const bySender = createRateLimitCheck(app, {
    max: mailsPerHourPerAccount,
    windowSeconds: hour,
    keyOf: senderOf,
  });
  return {
    async contact(request, reply) {
      await byAddress(request, reply);
      await bySender(request, reply);
    },
    signUpForBeta: createRateLimitCheck(app, {
      max: mailsPerHourPerAccount,
      windowSeconds: hour,
      keyOf: (request) => (request.query as { id: string }).id,
    }),
  };
}
