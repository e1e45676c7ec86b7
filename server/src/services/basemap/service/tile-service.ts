import { createHash } from 'node:crypto';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import {
  Outbound,
  OutboundError,
  type OutboundReply,
} from '../../../platform/outbound/outbound.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import { tilesOf } from '../archive/archive.ts';
import { hasSeaIn } from '../archive/merge.ts';
import {
  type Reach,
  type SourceFacts,
  standInMaxZoom,
  type Tile,
  type TileSource,
} from '../sources.ts';
import {
  type CheckedTile,
  checkTile,
  inflate,
  maxTileBytes,
  readVectorTile,
} from '../tile-check.ts';
import type { StoredTile, TileStore } from '../tile-store.ts';
import { Circuit } from './circuit.ts';
import { freshSeconds } from './freshness.ts';
import type { ServiceFacts } from './services.ts';
import { addressOf, type Located, readTileJson } from './tile-json.ts';

/** How long a person waits for a tile before the embedded map stands in for it. */
const patienceMilliseconds = 2_000;
/** A late tile is still taken until then, and stored for the next time. */
const replyMilliseconds = 20_000;
/** After so many late tiles in a row nobody waits any more, until one is in time again. */
const lateInARow = 4;
/** How long a service is left alone that is asked too often, where it does not say. */
const refusedMilliseconds = 60_000;
/** What a service says of its tiles is believed for at least this time. */
const leastLocatedMilliseconds = 10 * 60_000;

export interface TileServiceOptions {
  readonly store: TileStore;
  /** Is told of failures, without addresses, which may hold a key. */
  readonly onFailure: (message: string) => void;
  /** See `patienceMilliseconds`; for tests. */
  readonly patienceMilliseconds?: number | undefined;
}

/** What is asked for, and how its answer is read. */
interface Question {
  readonly url: string;
  readonly key: string;
  /** @throws where the answer is not what was asked for */
  readonly read: (bytes: Uint8Array) => Promise<CheckedTile | null>;
}

/** Tiles of a service on the internet, which this server asks and whose answers it stores. */
export class TileService implements TileSource {
  readonly id: string;
  readonly version: string;
  readonly type: SourceFacts['type'];
  readonly tileSize: SourceFacts['tileSize'];
  // A TileJSON document says more of these.
  schemas: SourceFacts['schemas'];
  maxZoom: number;
  attribution: string;
  reach: Reach | undefined = undefined;

  readonly #facts: ServiceFacts;
  readonly #options: TileServiceOptions;
  readonly #patience: number;
  readonly #outbound: Outbound;
  readonly #circuit = new Circuit();
  readonly #underWay = new SharedTasks<StoredTile>();
  #located: Located;
  #locatedUntil = Number.NEGATIVE_INFINITY;
  #lateCount = 0;
  #hasAnswered = false;

  constructor(facts: ServiceFacts, options: TileServiceOptions) {
    const { address, type, maxZoom } = facts;
    this.id = facts.id;
    this.version = shortHash(JSON.stringify(address));
    this.type = type;
    this.tileSize = facts.tileSize;
    this.schemas = facts.schemas;
    this.maxZoom = maxZoom;
    this.attribution = facts.attribution;
    this.#facts = facts;
    this.#options = options;
    this.#patience = options.patienceMilliseconds ?? patienceMilliseconds;
    const template = 'template' in address ? address.template : '';
    this.#located = { template, minZoom: 0, maxZoom };
    if ('template' in address) this.#locatedUntil = Number.POSITIVE_INFINITY;
    this.#outbound = new Outbound({
      service: facts.name,
      allowedHosts: [
        new URL('template' in address ? addressOf(template, zero) : address.tileJson).host,
      ],
      firstByteMilliseconds: replyMilliseconds,
      replyMilliseconds,
      maxBytes: maxTileBytes,
      concurrency: 12,
      maxWaiting: 200,
      // The circuit pauses instead, which also counts wrong answers.
      pauseMilliseconds: 0,
      onFailure: ({ message }) => options.onFailure(message),
    });
  }

  /** Whether its latest answers were good. An unknown service is asked meanwhile. */
  get isReachable(): boolean {
    const isGood = this.#hasAnswered && !this.#circuit.isOpen;
    if (!isGood) this.ask();
    return isGood;
  }

  /** Asks for a tile, so that it is known whether the service answers. Nobody waits for it. */
  ask(): void {
    this.tile(zero).catch(() => {});
  }

  async tile(address: TileAddress, signal?: AbortSignal): Promise<Tile | null> {
    const { template, minZoom, maxZoom } = await this.#locate(signal);
    if (address.z < minZoom || address.z > maxZoom) return null;
    const answer = await this.#answer(this.#question(template, address), signal);
    // A place where the service has no tile is stored as an empty one.
    return answer.bytes.length === 0 ? null : answer;
  }

  #question(template: string, address: TileAddress): Question {
    const { z, x, y } = address;
    return {
      url: addressOf(template, address),
      key: `${this.id}/${shortHash(template)}/${z}/${x}/${y}`,
      read: (bytes) => checkTile(this.type, bytes),
    };
  }

  async #locate(signal: AbortSignal | undefined): Promise<Located> {
    const { address } = this.#facts;
    if ('template' in address || Date.now() < this.#locatedUntil) return this.#located;
    const read = (bytes: Uint8Array) =>
      readTileJson(bytes, (tileAddress) => this.#outbound.allows(tileAddress));
    const document = await this.#answer(
      {
        url: address.tileJson,
        key: `${this.id}/${shortHash(address.tileJson)}.json`,
        read: async (bytes) => read(bytes) && { bytes, mediaType: 'application/json' },
      },
      signal,
    );
    const located = read(document.bytes);
    this.reach = { ...located, hasSea: await this.#hasSea(located, signal) };
    this.#located = located;
    this.#locatedUntil = Math.max(document.freshUntil, Date.now() + leastLocatedMilliseconds);
    this.schemas = located.schemas;
    this.maxZoom = Math.min(standInMaxZoom, located.maxZoom);
    this.attribution = located.attribution ?? this.attribution;
    return located;
  }

  /** Whether the service has the sea, by the deepest tile that covers all of its bounds. */
  async #hasSea(located: Located, signal: AbortSignal | undefined): Promise<boolean> {
    for (const address of tilesOf(located, 1)) {
      const { bytes } = await this.#answer(this.#question(located.template, address), signal);
      if (bytes.length > 0) return hasSeaIn(readVectorTile(await inflate(bytes)).layers);
    }
    return false;
  }

  /** What is stored while it is fresh, else a new answer, or while that fails or is late, the stored one. */
  async #answer(question: Question, signal: AbortSignal | undefined): Promise<StoredTile> {
    const stored = await this.#options.store.read(question.key);
    if (stored !== null && stored.freshUntil > Date.now()) return stored;
    const answer = this.#underWay.run(question.key, signal, (alone) =>
      this.#ask(question, stored, alone),
    );
    try {
      return await this.#inTime(answer);
    } catch (error) {
      if (stored === null || !(error instanceof OutboundError)) throw error;
      return stored;
    }
  }

  async #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const isSlow = this.#lateCount >= lateInARow;
    let isPatient = true;
    const patience = setTimeout(() => {
      isPatient = false;
      this.#lateCount++;
      reject(this.#away('takes too long'));
    }, this.#patience);
    if (isSlow) reject(this.#away('is slow'));
    answer
      .then(() => {
        if (isPatient) this.#lateCount = 0;
      })
      .catch(() => {})
      .finally(() => clearTimeout(patience));
    return await Promise.race([answer, late]);
  }

  #away(why: string): OutboundError {
    return new OutboundError('unreachable', `${this.#facts.name} ${why}.`);
  }

  /** The service answers that it is asked too often (RFC 6585), and perhaps for how long. */
  #refused(reply: OutboundReply): OutboundError {
    const seconds = Number(reply.header('retry-after'));
    this.#circuit.pause(seconds > 0 ? seconds * 1_000 : refusedMilliseconds);
    return this.#outbound.unusable(`${this.#facts.name} is asked too often.`);
  }

  async #ask(
    { url, key, read }: Question,
    stored: StoredTile | null,
    signal: AbortSignal,
  ): Promise<StoredTile> {
    const etag = stored?.etag;
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    const options = { headers, signal, statuses: [304, 404, 410, 429] };
    return await this.#circuit.run(
      async () => {
        const reply = await this.#outbound.get(url, '*/*', options);
        if (reply.status === 429) throw this.#refused(reply);
        const seconds = freshSeconds(reply.header);
        const freshUntil = Date.now() + (seconds ?? 0) * 1_000;
        const answer = { ...(await this.#read(reply, stored, read)), freshUntil };
        this.#hasAnswered = true;
        // A full disk must not keep the answer from the person who waits.
        if (seconds !== null) await this.#options.store.write(key, answer).catch(() => {});
        return answer;
      },
      () => this.#away('has failed several times'),
    );
  }

  async #read(
    reply: OutboundReply,
    stored: StoredTile | null,
    read: Question['read'],
  ): Promise<Omit<StoredTile, 'freshUntil'>> {
    if (reply.status === 304 && stored !== null) return stored;
    const none = { bytes: new Uint8Array(0), mediaType: '' };
    if (reply.status === 404 || reply.status === 410 || reply.bytes.length === 0) return none;
    const checked = await read(reply.bytes).catch((cause: unknown) => {
      const why = cause instanceof TypeError ? cause.message : 'it sends no usable answer';
      throw this.#outbound.unusable(`${this.#facts.name} can't be used: ${why}.`, cause);
    });
    return { ...(checked ?? none), etag: reply.header('etag') };
  }
}

const zero = { z: 0, x: 0, y: 0 };

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
