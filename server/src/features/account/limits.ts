import { limits } from '@refugia/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { RateLimits } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import { createRateLimitCheck, type RateLimitCheck } from '../../platform/http/rate-limits.ts';

const minute = 60;
const hour = 3600;

/** The account that a log-in asks for: guessing one password from many addresses is slow too. */
function requestedAccount(request: FastifyRequest): string {
  const { username } = request.body as { username: string };
  // No account has a longer name; a longer one must not fill the memory of the counter.
  return username.trim().slice(0, limits.account.usernameMaxLength).toLowerCase();
}

/** The account feature's rate limits, each counted on its own. */
export function createAccountLimits(
  app: App,
  rate: RateLimits,
): Record<'logIn' | 'register' | 'checkUniqueness', RateLimitCheck> {
  const byAddress = createRateLimitCheck(app, {
    max: rate.loginsPerMinutePerAddress,
    windowSeconds: minute,
  });
  const byAccount = createRateLimitCheck(app, {
    max: rate.loginsPerHourPerAccount,
    windowSeconds: hour,
    keyOf: requestedAccount,
  });
  return {
    async logIn(request, reply) {
      await byAddress(request, reply);
      await byAccount(request, reply);
    },
    register: createRateLimitCheck(app, {
      max: rate.registrationsPerHourPerAddress,
      windowSeconds: hour,
    }),
    checkUniqueness: createRateLimitCheck(app, {
      max: rate.uniquenessChecksPerMinutePerAddress,
      windowSeconds: minute,
    }),
  };
}
