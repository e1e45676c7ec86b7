import { eq } from 'drizzle-orm';
import type { Orm } from '../database/database.ts';
import { outboundReply } from '../database/schema/platform.ts';
import { OutboundError } from './outbound.ts';

export interface KeptReply {
  readonly body: Buffer;
  /** When the service gave this reply. */
  readonly askedAt: Date;
}

/** How long a failure is answered from memory, before the service is asked again. */
const rememberFailureMilliseconds = 30_000;
/** The largest number of remembered failures. The oldest is forgotten first. */
const maxFailures = 1_000;

/**
 * Stores replies of other services in the database. An old reply is requested again, and is used on
 * when the request fails. Equal requests at the same time are made once.
 */
export class KeptReplies {
  readonly #orm: Orm;
  readonly #now: () => number;
  readonly #underWay = new Map<string, Promise<KeptReply>>();
  readonly #failures = new Map<string, { error: OutboundError; until: number }>();

  /** @param now the clock, for tests */
  constructor(orm: Orm, now: () => number = Date.now) {
    this.#orm = orm;
    this.#now = now;
  }

  /**
   * @param freshMilliseconds the age up to which a reply is used without a new request
   * @param ask asks the service and returns the bytes to store
   * @throws {OutboundError} of `ask`, when nothing was kept
   */
  get(key: string, freshMilliseconds: number, ask: () => Promise<Uint8Array>): Promise<KeptReply> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const answer = this.#get(key, freshMilliseconds, ask).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, answer);
    return answer;
  }

  /** The same; null when the service fails and nothing was kept. */
  async find(
    key: string,
    freshMilliseconds: number,
    ask: () => Promise<Uint8Array>,
  ): Promise<KeptReply | null> {
    return await this.get(key, freshMilliseconds, ask).catch((error: unknown) => {
      if (error instanceof OutboundError) return null;
      throw error;
    });
  }

  async #get(key: string, freshMilliseconds: number, ask: () => Promise<Uint8Array>) {
    const kept = await this.#read(key);
    if (kept && this.#now() - kept.askedAt.getTime() < freshMilliseconds) return kept;
    try {
      const failure = this.#failures.get(key);
      if (failure && this.#now() < failure.until) throw failure.error;
      return await this.#ask(key, ask);
    } catch (error) {
      if (kept && error instanceof OutboundError) return kept;
      throw error;
    }
  }

  async #ask(key: string, ask: () => Promise<Uint8Array>): Promise<KeptReply> {
    try {
      const reply = { body: Buffer.from(await ask()), askedAt: new Date(this.#now()) };
      this.#failures.delete(key);
      await this.#orm
        .insert(outboundReply)
        .values({ key, ...reply })
        .onConflictDoUpdate({ target: outboundReply.key, set: reply });
      return reply;
    } catch (error) {
      if (error instanceof OutboundError) this.#remember(key, error);
      throw error;
    }
  }

  async #read(key: string): Promise<KeptReply | undefined> {
    const [row] = await this.#orm
      .select({ body: outboundReply.body, askedAt: outboundReply.askedAt })
      .from(outboundReply)
      .where(eq(outboundReply.key, key));
    return row;
  }

  #remember(key: string, error: OutboundError): void {
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: this.#now() + rememberFailureMilliseconds });
    if (this.#failures.size <= maxFailures) return;
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }
}
