import type { App } from '../../platform/http/app.ts';
import {
  createKeyedRateLimitCheck,
  createRateLimitCheck,
  type RateLimitCheck,
} from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';

const hour = 3600;

/** Creates the rate limits of mails to the support address, each counted separately. */
export function createSiteLimits(
  app: App,
  { config, sessions }: Pick<Platform, 'config' | 'sessions'>,
): Record<'contact' | 'signUpForBeta', RateLimitCheck> {
  const { contactsPerHourPerAddress, mailsPerHourPerAccount } = config.rateLimits;

  // The address for the reply is not counted, because anybody can type anybody's.
  const ofVisitors = createRateLimitCheck(app, {
    max: contactsPerHourPerAddress,
    windowSeconds: hour,
  });
  const ofAccounts = createKeyedRateLimitCheck(app, {
    max: mailsPerHourPerAccount,
    windowSeconds: hour,
  });
  return {
    async contact(request, reply) {
      const session = await sessions.read(request);
      if (session) await ofAccounts(request, reply, String(session.account.id));
      else await ofVisitors(request, reply);
    },
    signUpForBeta: createRateLimitCheck(app, {
      max: mailsPerHourPerAccount,
      windowSeconds: hour,
      keyOf: (request) => (request.query as { id: string }).id,
    }),
  };
}
