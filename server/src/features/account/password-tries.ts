import { normalizeIP } from '@fastify/rate-limit';
import { CountedTries, type WaitingRule } from './counted-tries.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** For the tries of one address, or of one browser, at one account. */
const ordinary: WaitingRule = {
  free: 5,
  firstMilliseconds: 15 * second,
  mostMilliseconds: hour,
};
/**
 * For strangers' tries at an account that is guessed at from many addresses. The first try of an
 * address is free, so that the owner gets in from any address that is not the attacker's.
 */
const underAttack: WaitingRule = {
  free: 1,
  firstMilliseconds: minute,
  mostMilliseconds: 6 * hour,
};
/** Whoever rents IPv6 gets this many bits of it at least, with 65,536 networks of /64. */
const attackersPrefixBits = 48;

/** Who tries a password, and for which account. */
export interface Trier {
  readonly address: string;
  /** The account's name, or what was typed if there is no such account. */
  readonly account: string;
  /**
   * The browser, if somebody has logged in to the account from it before, or anything else that only
   * the account's owner can have. Strangers' tries have no influence on it, whatever its address.
   */
  readonly device: string | undefined;
}

/** A try at a password. It has to be ended. */
interface PasswordTry {
  end(result: 'right' | 'wrong'): void;
}

interface Count {
  readonly tries: CountedTries;
  readonly key: string;
  readonly free: number;
  waitMilliseconds(): number;
}

/**
 * Slows down wrong passwords. It never lets an account be closed: how long a person waits follows
 * from wrong tries of the same browser or address, and not from those of others.
 */
export class PasswordTries {
  readonly #limits: { readonly perMinuteOfAddress: number; readonly perHourOfAccount: number };
  /** Of an address, at any account. */
  readonly #ofAddress: CountedTries;
  /** Of an address, of an attacker's network or of a known browser, at one account. */
  readonly #ofTrier: CountedTries;
  /** Of all strangers, at one account. */
  readonly #ofStrangers: CountedTries;

  /** @param limits how many wrong passwords of strangers are free, for an address and an account */
  constructor(
    limits: { readonly perMinuteOfAddress: number; readonly perHourOfAccount: number },
    now: () => number = Date.now,
  ) {
    this.#limits = limits;
    this.#ofAddress = new CountedTries(minute, now);
    this.#ofTrier = new CountedTries(day, now);
    this.#ofStrangers = new CountedTries(hour, now);
  }

  /**
   * Begins a try, after waiting for others under way that may turn out to be right.
   * @returns the try, or how many milliseconds the person has to wait for it
   */
  async begin(trier: Trier): Promise<PasswordTry | number> {
    for (;;) {
      const counts = this.#countsOf(trier);
      const wait = Math.max(...counts.map((count) => count.waitMilliseconds()));
      if (wait > 0) return wait;
      const ends = counts.flatMap(({ tries, key, free }) => tries.nextEnd(key, free) ?? []);
      if (ends.length === 0) return this.#started(trier, counts);
      await Promise.race(ends);
    }
  }

  /** Forgets the wrong tries of this address or browser at the account. */
  forget(trier: Trier): void {
    for (const { tries, key } of this.#countsOf(trier)) {
      if (tries === this.#ofTrier) tries.forget(key);
    }
  }

  #started(trier: Trier, counts: readonly Count[]): PasswordTry {
    const ends = counts.map(({ tries, key }) => tries.begin(key));
    const endOfStranger =
      trier.device === undefined ? this.#ofStrangers.begin(trier.account) : undefined;
    return {
      end: (result) => {
        for (const end of ends) end(result === 'wrong');
        endOfStranger?.(result === 'wrong');
        if (result === 'right') this.forget(trier);
      },
    };
  }

  #countsOf({ address, account, device }: Trier): Count[] {
    const ofTrier = (key: string, rule: WaitingRule): Count => ({
      tries: this.#ofTrier,
      key: `${key} ${account}`,
      free: rule.free,
      waitMilliseconds: () => this.#ofTrier.waitFor(`${key} ${account}`, rule),
    });
    if (device !== undefined) return [ofTrier(`device ${device}`, ordinary)];
    const { perMinuteOfAddress, perHourOfAccount } = this.#limits;
    const here = normalizeIP(address);
    const isUnderAttack = this.#ofStrangers.countOf(account) >= perHourOfAccount;
    return [
      {
        tries: this.#ofAddress,
        key: here,
        free: perMinuteOfAddress,
        waitMilliseconds: () => this.#ofAddress.waitForFewer(here, perMinuteOfAddress),
      },
      ofTrier(here, ordinary),
      ofTrier(
        `network ${normalizeIP(address, attackersPrefixBits)}`,
        isUnderAttack ? underAttack : unlimited,
      ),
    ];
  }
}

/** While nobody guesses from many addresses, the networks' tries are counted and not slowed. */
const unlimited: WaitingRule = {
  free: Number.POSITIVE_INFINITY,
  firstMilliseconds: 0,
  mostMilliseconds: 0,
};
