import { limits } from '@refugia/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../../platform/config.ts';
import type { App } from '../../platform/http/api.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { createRateLimitCheck, type RateLimitCheck } from '../../platform/http/rate-limits.ts';
import { PasswordTries, type Trier } from './password-tries.ts';

type TriedAccount = Pick<Trier, 'account' | 'device'>;

/** The account feature's rate limits, each counted on its own. */
export interface AccountLimits {
  /**
   * Checks a password, and counts it if it is wrong; see `PasswordTries`.
   * @returns whether it is right
   * @throws {ApiFailure} 429 while this person has to wait
   */
  tryPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    tried: TriedAccount,
    check: () => Promise<boolean>,
  ): Promise<boolean>;
  /** Forgets wrong passwords tried from this address, after a mailed link set a new one. */
  forgetWrongPasswords(request: FastifyRequest, username: string): void;
  readonly register: RateLimitCheck;
  readonly checkUniqueness: RateLimitCheck;
  readonly recover: RateLimitCheck;
  readonly followLink: RateLimitCheck;
  /** Counts a mail that the account itself causes, by the account's id. */
  readonly sendMail: RateLimitCheck;
  /** Counts by the account's id. */
  readonly uploadPhoto: RateLimitCheck;
}

/** The key under which a typed name is counted, cut at the longest valid length to limit the memory. */
function countedAs(typed: string): string {
  return typed.trim().slice(0, limits.account.usernameMaxLength).toLowerCase();
}

export function createAccountLimits(app: App, rate: RateLimits): AccountLimits {
  const perMinute = (max: number) => createRateLimitCheck(app, { max, windowSeconds: 60 });
  const perHour = (max: number) => createRateLimitCheck(app, { max, windowSeconds: 3600 });
  const passwordTries = new PasswordTries({
    perMinuteOfAddress: rate.loginsPerMinutePerAddress,
    perHourOfAccount: rate.loginsPerHourPerAccount,
  });
  const trierOf = ({ ip }: FastifyRequest, { account, device }: TriedAccount): Trier => ({
    address: ip,
    account: countedAs(account),
    device,
  });
  return {
    async tryPassword(request, reply, tried, check) {
      const attempt = await passwordTries.begin(trierOf(request, tried));
      if (typeof attempt !== 'number') {
        const isRight = await check().catch((error: unknown) => {
          attempt.end('wrong');
          throw error;
        });
        attempt.end(isRight ? 'right' : 'wrong');
        return isRight;
      }
      const seconds = Math.ceil(attempt / 1000);
      reply.header('retry-after', seconds);
      throw new ApiFailure(
        429,
        'too_many_requests',
        `Too many wrong passwords. Please try again in ${seconds} seconds, or have a new password mailed.`,
      );
    },
    forgetWrongPasswords(request, username) {
      passwordTries.forget(trierOf(request, { account: username, device: undefined }));
    },
    register: perHour(rate.registrationsPerHourPerAddress),
    checkUniqueness: perMinute(rate.uniquenessChecksPerMinutePerAddress),
    recover: perHour(rate.recoveriesPerHourPerAddress),
    followLink: perMinute(rate.linksPerMinutePerAddress),
    sendMail: perHour(rate.mailsPerHourPerAccount),
    uploadPhoto: perHour(rate.photosPerHourPerAccount),
  };
}
