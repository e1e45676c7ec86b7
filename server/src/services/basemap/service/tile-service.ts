import { createHash } from 'node:crypto';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import {
  Outbound,
  OutboundError,
  type OutboundReply,
} from '../../../platform/outbound/outbound.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import type { SourceFacts, Tile, TileSource } from '../sources.ts';
import { checkTile, maxTileBytes } from '../tile-check.ts';
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
/** A TileJSON document names the newest tiles, which the public services make each week. */
const locatedMilliseconds = 24 * 60 * 60_000;
const secondMilliseconds = 1_000;

export interface TileServiceOptions {
  readonly store: TileStore;
  /** Is told of failures, without addresses, which may hold a key. */
  readonly onFailure: (message: string) => void;
  /** See `patienceMilliseconds`; for tests. */
  readonly patienceMilliseconds?: number;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** Tiles of a service on the internet, which this server asks and whose answers it stores. */
export class TileService implements TileSource {
  readonly #facts: ServiceFacts;
  readonly #options: Required<TileServiceOptions>;
  readonly #outbound: Outbound;
  readonly #circuit: Circuit;
  readonly #underWay = new SharedTasks<StoredTile>();
  readonly #locating = new SharedTasks<Located>();
  #located: Located | undefined;
  #locatedAt = Number.NEGATIVE_INFINITY;
  #lateCount = 0;
  /** Whether it has answered well, and not failed several times in a row since. */
  #hasAnswered = false;

  constructor(facts: ServiceFacts, options: TileServiceOptions) {
    this.#facts = facts;
    this.#options = { patienceMilliseconds, now: Date.now, ...options };
    this.#circuit = new Circuit(this.#options.now);
    const { address } = facts;
    if ('template' in address) {
      this.#located = { template: address.template, minZoom: 0, maxZoom: facts.maxZoom };
      this.#locatedAt = Number.POSITIVE_INFINITY;
    }
    this.#outbound = new Outbound({
      service: facts.name,
      allowedHosts: [new URL('template' in address ? this.#urlOf(zero) : address.tileJson).host],
      firstByteMilliseconds: replyMilliseconds,
      replyMilliseconds,
      maxBytes: maxTileBytes,
      concurrency: 12,
      maxWaiting: 200,
      // The circuit pauses instead, which also counts wrong answers.
      pauseMilliseconds: 0,
      onFailure: ({ message }) => {
        this.#circuit.fail();
        options.onFailure(message);
      },
    });
  }

  get id(): string {
    return this.#facts.id;
  }

  get version(): string {
    return shortHash(JSON.stringify(this.#facts.address));
  }

  get type(): 'raster' | 'vector' {
    return this.#facts.type;
  }

  get schemas(): SourceFacts['schemas'] {
    return this.#located?.schemas ?? this.#facts.schemas;
  }

  get tileSize(): 256 | 512 {
    return this.#facts.tileSize;
  }

  get maxZoom(): number {
    return this.#located?.maxZoom ?? this.#facts.maxZoom;
  }

  get attribution(): string {
    return this.#located?.attribution ?? this.#facts.attribution;
  }

  get name(): string {
    return this.#facts.name;
  }

  /** Whether its latest answers were good. An unknown service is asked meanwhile. */
  get isReachable(): boolean {
    if (!this.#hasAnswered || this.#circuit.isAway) this.ask();
    return this.#hasAnswered && !this.#circuit.isAway;
  }

  /** Asks for a tile, so that it is known whether the service answers. Nobody waits for it. */
  ask(): void {
    this.tile(zero).catch(() => {});
  }

  async tile(address: TileAddress, signal?: AbortSignal): Promise<Tile | null> {
    const located = await this.#inTime(this.#locate(signal), null);
    const { z, x, y } = address;
    if (z < located.minZoom || z > located.maxZoom) return null;
    const key = `${this.id}/${shortHash(located.template)}/${z}/${x}/${y}`;
    const stored = await this.#options.store.read(key);
    if (stored !== null && stored.freshUntil > this.#options.now()) return present(stored);
    const asked = this.#underWay.run(key, signal, (alone) =>
      this.#ask(addressOf(located.template, address), key, { stored, signal: alone }),
    );
    return present(await this.#inTime(asked, stored));
  }

  /** @returns the answer, or when it fails or is late, what was stored before */
  async #inTime<Answer>(asked: Promise<Answer>, stored: Answer | null): Promise<Answer> {
    const isSlow = this.#lateCount >= lateInARow;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => {
        this.#lateCount++;
        reject(new OutboundError('unreachable', `${this.name} takes too long.`));
      },
      isSlow ? 0 : this.#options.patienceMilliseconds,
    );
    const begun = this.#options.now();
    asked.then(
      () => {
        if (this.#options.now() - begun < this.#options.patienceMilliseconds) this.#lateCount = 0;
      },
      () => {},
    );
    try {
      return await Promise.race([asked, late]);
    } catch (error) {
      if (stored === null || !(error instanceof OutboundError)) throw error;
      return stored;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Finds out where the tiles are. What was known before serves while the service is away. */
  async #locate(signal: AbortSignal | undefined): Promise<Located> {
    const { address } = this.#facts;
    const { now, store } = this.#options;
    const known = this.#located;
    if (known !== undefined && now() - this.#locatedAt < locatedMilliseconds) return known;
    if ('template' in address) throw new TypeError('A template is always known.');
    const key = `${this.id}/${shortHash(address.tileJson)}.json`;
    return this.#locating.run('', signal, async (alone) => {
      try {
        const reply = await this.#get(address.tileJson, 'application/json', { signal: alone });
        const located = this.#read(reply.bytes);
        const stored = { bytes: reply.bytes, mediaType: 'application/json', freshUntil: now() };
        await store.write(key, stored).catch(() => {});
        this.#circuit.succeed();
        this.#locatedAt = now();
        this.#located = located;
        return located;
      } catch (error) {
        if (known !== undefined) return known;
        const stored = await store.read(key);
        if (stored === null) throw error;
        // It is asked again with the next tile.
        this.#located = this.#read(stored.bytes);
        return this.#located;
      }
    });
  }

  #read(bytes: Uint8Array): Located {
    try {
      const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return readTileJson(document, (address) => this.#outbound.allows(address));
    } catch (cause) {
      const why = cause instanceof TypeError ? cause.message : 'it sends no TileJSON';
      throw this.#outbound.unusable(`${this.name} can't be used: ${why}.`, cause);
    }
  }

  async #ask(
    url: string,
    key: string,
    { stored, signal }: { stored: StoredTile | null; signal: AbortSignal },
  ): Promise<StoredTile> {
    const headers: Record<string, string> = {};
    if (stored?.etag !== undefined) headers['if-none-match'] = stored.etag;
    const reply = await this.#get(url, '*/*', { headers, signal, statuses: [304, 404, 410] });
    const tile = await this.#toTile(reply, stored);
    this.#hasAnswered = true;
    this.#circuit.succeed();
    // A full disk must not keep the tile from the person who waits.
    if (freshSeconds(reply.header) !== null)
      await this.#options.store.write(key, tile).catch(() => {});
    return tile;
  }

  async #toTile(reply: OutboundReply, stored: StoredTile | null): Promise<StoredTile> {
    const seconds = freshSeconds(reply.header) ?? 0;
    const freshUntil = this.#options.now() + seconds * secondMilliseconds;
    if (reply.status === 304 && stored !== null) return { ...stored, freshUntil };
    const none = { bytes: new Uint8Array(0), mediaType: '', freshUntil };
    if (reply.status === 404 || reply.status === 410 || reply.bytes.length === 0) return none;
    const checked = await checkTile(this.type, reply.bytes).catch((cause: unknown) => {
      throw this.#outbound.unusable(`${this.name} answered with something that is no tile.`, cause);
    });
    return { ...(checked ?? none), freshUntil, etag: reply.header('etag') };
  }

  async #get(url: string, accept: string, options: Parameters<Outbound['get']>[2]) {
    if (!this.#circuit.mayAsk()) {
      throw new OutboundError('unreachable', `${this.name} has failed several times.`);
    }
    return await this.#outbound.get(url, accept, options);
  }

  #urlOf(address: TileAddress): string {
    return addressOf(this.#located?.template ?? '', address);
  }
}

const zero = { z: 0, x: 0, y: 0 };

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** A place where the service has no tile is stored as an empty one. */
function present(tile: StoredTile): Tile | null {
  return tile.bytes.length === 0 ? null : tile;
}
