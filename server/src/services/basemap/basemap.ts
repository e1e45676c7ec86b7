import { join } from 'node:path';
import { type BaseLayerName, baseLayerNames, type Place } from '@refugia/contract/basemap.ts';
import { latestMosaicYear } from '@refugia/simulation/index.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Logger } from 'pino';
import type { BasemapConfig } from '../../platform/config.ts';
import { messageOf } from '../../platform/thrown.ts';
import { above } from './above.ts';
import { ArchiveFiles } from './archive/archive-source.ts';
import { EmbeddedTiles } from './embedded/embedded-tiles.ts';
import {
  mayUseNationalMap,
  nationalMap,
  pictureService,
  type ServiceFacts,
  vectorService,
} from './service/services.ts';
import { TileService } from './service/tile-service.ts';
import { embeddedSources, type StyleSources, standInMaxZoom, type TileSource } from './sources.ts';
import { TileStore } from './tile-store.ts';

/** The tiles of the apps' first view and around it: the middle of the continental United States. */
const openingView = { z: 5, west: 5, east: 10, north: 10, south: 13 };
/** Pictures stand in for others at any zoom that a service may have. */
const pictureStandInMaxZoom = 22;
/** At most one line a minute is logged of what fails again and again. */
const lineMilliseconds = 60_000;

export interface BasemapOptions {
  /** The installation's folder; tiles go to `basemap/` in it. */
  readonly dataDirectory: string;
  readonly config: BasemapConfig;
  /** Imagery is simulated by choice. */
  readonly isDemonstration: boolean;
  readonly log: Pick<Logger, 'warn'>;
  /** See `TileServiceOptions`; for tests. */
  readonly patienceMilliseconds?: number;
}

/** The sources of a base map, whose tiles can be asked for. */
type Sources = StyleSources & {
  readonly [Kind in 'vector' | 'satellite' | 'relief' | 'scenes']: TileSource;
} & { readonly pictures: TileSource | null };

/** All tiles of the base maps: of files, services and the embedded map. */
export class Basemap {
  readonly #options: BasemapOptions;
  readonly #store: TileStore;
  readonly #embedded: EmbeddedTiles;
  readonly #files: ArchiveFiles;
  readonly #service: TileService | undefined;
  readonly #nationalMap: TileService | undefined;
  readonly #vectorFiles: TileSource[] = [];
  readonly #pictureFiles: TileSource[] = [];
  /** What takes the place of the embedded sources, by its name: `vector`, and pictures of a base map. */
  readonly #composed = new Map<string, TileSource>();
  readonly #saidAt = new Map<string, number>();
  #isClosed = false;

  private constructor(options: BasemapOptions) {
    const { config, dataDirectory, isDemonstration } = options;
    this.#options = options;
    this.#store = new TileStore(join(dataDirectory, 'basemap'), config.cacheBytes);
    this.#embedded = new EmbeddedTiles(this.#store);
    this.#files = new ArchiveFiles((file, error) =>
      this.#warn(file, `A tile of ${file} is left out: ${messageOf(error)}.`),
    );
    if (config.provider === 'auto') this.#service = this.#serviceOf(vectorService(config));
    if (mayUseNationalMap(config, isDemonstration)) {
      this.#nationalMap = this.#serviceOf(nationalMap);
    }
  }

  /** @throws {ArchiveRefusal} for a file of `BASEMAP_FILE` that can't serve */
  static async open(options: BasemapOptions): Promise<Basemap> {
    const basemap = new Basemap(options);
    try {
      for (const [index, file] of options.config.files.entries()) {
        const source = await basemap.#files.open(file, `file/${index}`);
        const files = source.type === 'vector' ? basemap.#vectorFiles : basemap.#pictureFiles;
        files.push(source);
      }
      basemap.#compose();
      return basemap;
    } catch (error) {
      await basemap.close();
      throw error;
    }
  }

  #serviceOf(facts: ServiceFacts): TileService {
    return new TileService(facts, {
      store: this.#store,
      onFailure: (message) => this.#warn(facts.id, `Base map: ${message}`),
      patienceMilliseconds: this.#options.patienceMilliseconds,
    });
  }

  #warn(subject: string, message: string): void {
    const now = Date.now();
    if (now - (this.#saidAt.get(subject) ?? 0) < lineMilliseconds) return;
    this.#saidAt.set(subject, now);
    this.#options.log.warn(message);
  }

  /** Lays files and services above each other and above the embedded map. */
  #compose(): void {
    const { vector, satellite } = this.#embeddedFacts();
    this.#layer('vector', this.#embedded.standIn(vector, standInMaxZoom), [
      ...this.#vectorFiles,
      this.#service,
    ]);
    for (const name of baseLayerNames) {
      const facts = pictureService(this.#options.config, name);
      const provider = facts === null ? undefined : this.#serviceOf(facts);
      if (name === 'satellite') {
        const base = this.#embedded.standIn(satellite, pictureStandInMaxZoom);
        const pictures = [...this.#pictureFiles, provider, this.#nationalMap];
        this.#layer('pictures/satellite', base, pictures);
      } else if (this.#vectorFiles.length === 0) {
        // Files come before a provider, whose maps would hide them.
        this.#layer(`pictures/${name}`, noPictures, [provider]);
      }
    }
  }

  readonly #lay: Parameters<typeof above>[1]['lay'] = (laid, id) => this.#files.lay(laid, id);

  #layer(id: string, base: TileSource, sources: (TileSource | undefined)[]): void {
    const layers = sources.filter((each) => each !== undefined);
    if (layers.length === 0) return;
    this.#composed.set(
      id,
      layers.reduceRight((lower, upper) => above(id, { upper, lower, lay: this.#lay }), base),
    );
  }

  /** Of the simulated scenes there is one summer, the latest. */
  #embeddedFacts() {
    return embeddedSources(latestMosaicYear(new Date()));
  }

  sources(name: BaseLayerName): Sources {
    const { vector, satellite, relief, scenes } = this.#embeddedFacts();
    const { provider, satellite: wanted } = this.#options.config;
    const isProvided = provider !== 'auto' && provider !== 'embedded';
    // The National Map alone is shown where it was asked for, and else while it answers.
    const isAway =
      name === 'satellite' &&
      this.#pictureFiles.length === 0 &&
      wanted !== 'usgs' &&
      this.#nationalMap?.isReachable === false;
    return {
      vector: this.#composed.get('vector') ?? this.#embedded.source(vector),
      satellite: this.#embedded.source(satellite),
      relief: this.#embedded.source(relief),
      scenes: this.#embedded.source(scenes),
      pictures: isAway ? null : (this.#composed.get(`pictures/${name}`) ?? null),
      isWholeMap: isProvided,
    };
  }

  /** Finds the source that an address names, or undefined when there is none. */
  find(version: string, id: string): TileSource | undefined {
    const embedded = Object.values(this.#embeddedFacts()).map((each) =>
      this.#embedded.source(each),
    );
    return [...this.#composed.values(), ...embedded].find(
      (each) => each.id === id && each.version === version,
    );
  }

  /** Asks the services, so that the first style knows which of them answer. */
  askServices(): void {
    this.#service?.ask();
    this.#nationalMap?.ask();
  }

  /** Makes and stores the first view, of which a new installation's first visitor would wait for seconds. */
  async prepareOpeningView(): Promise<void> {
    const { satellite, vector } = this.#embeddedFacts();
    const sources = [satellite, vector].map((each) => this.#embedded.source(each));
    const { z, west, east, north, south } = openingView;
    for (let y = north; y <= south; y++) {
      for (let x = west; x <= east; x++) {
        if (this.#isClosed) return;
        await Promise.all(sources.map((source) => source.tile({ z, x, y })));
      }
    }
  }

  /** The border of a state, a county or a park, or null where there is none. */
  async border(border: string): Promise<Polygon | MultiPolygon | null> {
    return JSON.parse(await this.#embedded.border(border));
  }

  /** Places of the embedded list, then what the files name. */
  async places(query: string, limit: number): Promise<Place[]> {
    const embedded = await this.#embedded.places(query, limit);
    if (embedded.length >= limit) return embedded;
    return [...embedded, ...(await this.#files.places(query, limit - embedded.length))];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#embedded.close(), this.#files.close()]);
  }
}

/** What lies below the pictures of a whole map: nothing, so that the embedded map shows. */
const noPictures: TileSource = {
  id: 'none',
  version: '',
  type: 'raster',
  tileSize: 512,
  maxZoom: 0,
  attribution: '',
  tile: async () => ({
    // A WebP of one transparent pixel.
    bytes: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
    mediaType: 'image/webp',
    freshUntil: Number.POSITIVE_INFINITY,
  }),
};
