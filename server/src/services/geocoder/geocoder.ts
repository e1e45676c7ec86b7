import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from '@refugia/contract/basemap.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { Logger } from 'pino';
import type { GeocoderConfig } from '../../platform/config.ts';
import { Outbound, warnOfFailures } from '../../platform/outbound/outbound.ts';
import { SharedTasks } from '../../platform/shared-tasks.ts';
import { TaskQueue } from '../../platform/task-queue.ts';
import {
  nominatimAddress,
  photonAddress,
  readNominatim,
  readPhoton,
  toPlace,
} from './found-place.ts';

const services = {
  photon: { addressOf: photonAddress, read: readPhoton },
  nominatim: { addressOf: nominatimAddress, read: readNominatim },
};

/** The number of places that are requested. The caller shows fewer. */
const askedPlaces = 10;
const keptMilliseconds = 7 * 24 * 60 * 60_000;
const keptQueries = 2_000;
/** The public Nominatim allows one request a second, and public Photon asks for moderation. */
const pauseMilliseconds = 1_000;
const maxWaiting = 4;

export interface GeocoderOptions {
  readonly config: GeocoderConfig;
  /** Tells the service which program asks: a name, and an address for complaints. */
  readonly userAgent: string;
  readonly log: Pick<Logger, 'warn'>;
  /** The clock, for tests. */
  readonly clock?: Clock;
}

interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/**
 * Finds forests, lakes, parks and other places by name through Photon or Nominatim. Answers are
 * stored, and equal questions at the same time are asked once. Requests follow one another with a
 * pause in between.
 */
export class Geocoder {
  readonly #options: GeocoderOptions;
  readonly #clock: Clock;
  readonly #outbound: Outbound;
  readonly #kept = new LeastRecentlyUsed<{ places: readonly Place[]; until: number }>(keptQueries);
  readonly #underWay = new SharedTasks<readonly Place[] | null>();
  #askedAt = Number.NEGATIVE_INFINITY;
  readonly #turns = new TaskQueue(1);

  constructor(options: GeocoderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? { now: Date.now, wait: (milliseconds) => wait(milliseconds) };
    this.#outbound = new Outbound({
      service: 'The geocoder',
      allowedHosts: [new URL(options.config.url).host],
      userAgent: options.userAgent,
      concurrency: 1,
      onFailure: warnOfFailures(options.log),
    });
  }

  /**
   * Finds places of the United States by name, in the service's order.
   * @returns null when so many questions wait that this one would not be answered in time
   * @throws {OutboundError}
   */
  async find(query: string, limit: number): Promise<readonly Place[] | null> {
    const key = query.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.#clock.now()) return kept.places.slice(0, limit);
    const places = await this.#underWay.run(key, undefined, () => this.#inTurn(key));
    return places?.slice(0, limit) ?? null;
  }

  async #inTurn(key: string): Promise<readonly Place[] | null> {
    if (this.#turns.waitingCount >= maxWaiting) return null;
    return await this.#turns.run(() => this.#ask(key));
  }

  async #ask(key: string): Promise<readonly Place[]> {
    const early = this.#askedAt + pauseMilliseconds - this.#clock.now();
    if (early > 0) await this.#clock.wait(early);
    this.#askedAt = this.#clock.now();
    const { kind, url } = this.#options.config;
    const { addressOf, read } = services[kind];
    const reply = await this.#outbound.getJson(addressOf(url, key, askedPlaces));
    try {
      const places = read(reply).flatMap((found) => toPlace(found) ?? []);
      this.#kept.set(key, { places, until: this.#clock.now() + keptMilliseconds });
      return places;
    } catch (cause) {
      throw this.#outbound.unusable('The geocoder answered in a form that is not known.', cause);
    }
  }
}
