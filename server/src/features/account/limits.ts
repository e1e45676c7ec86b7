import { normalizeIP } from '@fastify/rate-limit';
import { limits } from '@refugia/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../../platform/config.ts';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import {
  createKeyedRateLimitCheck,
  createRateLimitCheck,
  type KeyedRateLimitCheck,
  type RateLimitCheck,
} from '../../platform/http/rate-limits.ts';
import { WrongTries } from './wrong-tries.ts';

const minute = 60;
const hour = 3600;

/**
 * How many wrong passwords for one account from one address are free of waits. Then waits begin and
 * grow.
 */
const freeTries = 5;
const firstDelaySeconds = 15;

/** The account for which a password is tried. */
export interface TriedAccount {
  /** The account's name, or what was typed if there is no such account. */
  readonly username: string;
  /**
   * Whether the caller is logged in, or has logged in from this browser before. Tries from
   * elsewhere are counted separately.
   */
  readonly isKnown: boolean;
}

/** A try at a password. It counts as wrong until it is reported as right. */
export interface PasswordTry {
  wasRight(): void;
}

/** The account feature's rate limits, each counted on its own. */
export interface AccountLimits {
  /**
   * Checks whether a password may be tried. Tries are counted by address, by address and account,
   * and by account.
   */
  tryPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    tried: TriedAccount,
  ): Promise<PasswordTry>;
  /**
   * Clears the counts of wrong passwords. This is called after a new password was set by a mailed
   * link, so that earlier tries no longer block anybody.
   */
  forgetWrongPasswords(username: string): void;
  readonly register: RateLimitCheck;
  readonly checkUniqueness: RateLimitCheck;
  readonly recover: RateLimitCheck;
  readonly followLink: RateLimitCheck;
  /** Counts a mail that a request causes, by its address or by the account that asked. */
  sendMail(
    request: FastifyRequest,
    reply: FastifyReply,
    cause: { email: string } | { accountId: number },
  ): Promise<void>;
  uploadPhoto(request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<void>;
}

/**
 * The key under which typed text is counted. It is cut at the length of the longest valid text, so
 * that the counter's memory is limited.
 */
function countedAs(typed: string, maxLength: number): string {
  return typed.trim().slice(0, maxLength).toLowerCase();
}

/** @throws {ApiFailure} 429 with Retry-After when there is one */
function requireNoWait(reply: FastifyReply, milliseconds: number): void {
  if (milliseconds === 0) return;
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header('retry-after', seconds);
  throw new ApiFailure(
    429,
    'too_many_requests',
    `Too many wrong passwords. Please try again in ${seconds} seconds, or have a new password mailed.`,
  );
}

/** Creates the rate limits of the account feature. */
export function createAccountLimits(app: App, rate: RateLimits): AccountLimits {
  const perAddress = (max: number, windowSeconds: number): RateLimitCheck =>
    createRateLimitCheck(app, { max, windowSeconds });
  const perAccount = (max: number): KeyedRateLimitCheck =>
    createKeyedRateLimitCheck(app, { max, windowSeconds: hour });

  const loginsOfAddress = perAddress(rate.loginsPerMinutePerAddress, minute);
  const wrongHere = new WrongTries({
    free: freeTries,
    windowMilliseconds: hour * 1000,
    firstDelayMilliseconds: firstDelaySeconds * 1000,
  });
  const wrongAnywhere = new WrongTries({
    free: rate.loginsPerHourPerAccount,
    windowMilliseconds: hour * 1000,
  });
  const mailsOfAccount = perAccount(rate.mailsPerHourPerAccount);
  const photosOfAddress = perAddress(rate.photosPerHourPerAddress, hour);
  const photosOfAccount = perAccount(rate.photosPerHourPerAccount);
  const { usernameMaxLength, emailMaxLength } = limits.account;
  return {
    async tryPassword(request, reply, { username, isKnown }) {
      await loginsOfAddress(request, reply);
      const account = countedAs(username, usernameMaxLength);
      const here = `${normalizeIP(request.ip)} ${account}`;
      const anywhere = `${isKnown ? 'known' : 'stranger'} ${account}`;
      requireNoWait(reply, Math.max(wrongHere.waitFor(here), wrongAnywhere.waitFor(anywhere)));
      const takeBack = [wrongHere.count(here), wrongAnywhere.count(anywhere)];
      return {
        wasRight() {
          for (const each of takeBack) each();
          wrongHere.forget(here);
        },
      };
    },
    forgetWrongPasswords(username) {
      for (const who of ['known', 'stranger']) {
        wrongAnywhere.forget(`${who} ${countedAs(username, usernameMaxLength)}`);
      }
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
