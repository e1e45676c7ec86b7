import { limits } from '@refugia/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import {
  createKeyedRateLimitCheck,
  createRateLimitCheck,
  type KeyedRateLimitCheck,
  type RateLimitCheck,
} from '../../platform/http/rate-limits.ts';

const minute = 60;
const hour = 3600;

/** The account feature's rate limits, each counted on its own. */
export interface AccountLimits {
  /** By address, and by the account whose password is given: guessing from many addresses is slow too. */
  checkPassword(request: FastifyRequest, reply: FastifyReply, username: string): Promise<void>;
  readonly register: RateLimitCheck;
  readonly checkUniqueness: RateLimitCheck;
  readonly recover: RateLimitCheck;
  readonly followLink: RateLimitCheck;
  /** Counts a mail that is about to be caused, by its address or by the account that causes it. */
  sendMail(
    request: FastifyRequest,
    reply: FastifyReply,
    cause: { email: string } | { accountId: number },
  ): Promise<void>;
  uploadPhoto(request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<void>;
}

/** What somebody typed, as it is counted: no account has a longer one, and the counter's memory has an end. */
function countedAs(typed: string, maxLength: number): string {
  return typed.trim().slice(0, maxLength).toLowerCase();
}

export function createAccountLimits(app: App, rate: RateLimits): AccountLimits {
  const perAddress = (max: number, windowSeconds: number): RateLimitCheck =>
    createRateLimitCheck(app, { max, windowSeconds });
  const perAccount = (max: number): KeyedRateLimitCheck =>
    createKeyedRateLimitCheck(app, { max, windowSeconds: hour });

  const loginsOfAddress = perAddress(rate.loginsPerMinutePerAddress, minute);
  const loginsOfAccount = perAccount(rate.loginsPerHourPerAccount);
  const mailsOfAccount = perAccount(rate.mailsPerHourPerAccount);
  const photosOfAddress = perAddress(rate.photosPerHourPerAddress, hour);
  const photosOfAccount = perAccount(rate.photosPerHourPerAccount);
  const { usernameMaxLength, emailMaxLength } = limits.account;
  return {
    async checkPassword(request, reply, username) {
      await loginsOfAddress(request, reply);
      await loginsOfAccount(request, reply, countedAs(username, usernameMaxLength));
    },
    register: perAddress(rate.registrationsPerHourPerAddress, hour),
    checkUniqueness: perAddress(rate.uniquenessChecksPerMinutePerAddress, minute),
    recover: perAddress(rate.recoveriesPerHourPerAddress, hour),
    followLink: perAddress(rate.linksPerMinutePerAddress, minute),
    async sendMail(request, reply, cause) {
      const key =
        'email' in cause ? countedAs(cause.email, emailMaxLength) : `account ${cause.accountId}`;
      await mailsOfAccount(request, reply, key);
    },
    async uploadPhoto(request, reply, accountId) {
      await photosOfAddress(request, reply);
      await photosOfAccount(request, reply, String(accountId));
    },
  };
}
