import { join } from 'node:path';
import { type BaseLayerName, baseLayerNames, type Place } from '@refugia/contract/basemap.ts';
import { latestMosaicYear, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Logger } from 'pino';
import type { BasemapConfig } from '../../platform/config.ts';
import { ArchiveFiles } from './archive/archive-source.ts';
import { EmbeddedTiles } from './embedded/embedded-tiles.ts';
import { layeredSource } from './layered-source.ts';
import {
  mayUseNationalMap,
  nationalMap,
  pictureService,
  vectorService,
} from './service/services.ts';
import { TileService } from './service/tile-service.ts';
import {
  embeddedSources,
  type PictureSource,
  type StyleSources,
  standInMaxZoom,
  type TileSource,
} from './sources.ts';
import { TileStore } from './tile-store.ts';

/**
 * The tiles of the view with which the apps open, and those around it: the middle of the
 * continental United States.
 */
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

/** All tiles of the base maps: of files, services and the embedded map. */
export class Basemap {
  readonly #options: BasemapOptions;
  readonly #store: TileStore;
  readonly #embedded: EmbeddedTiles;
  readonly #files: ArchiveFiles;
  readonly #vectorFiles: TileSource[] = [];
  readonly #pictureFiles: TileSource[] = [];
  readonly #service: TileService | undefined;
  readonly #nationalMap: TileService | undefined;
  /** A provider's pictures by base map. */
  readonly #providers = new Map<BaseLayerName, TileService>();
  readonly #saidAt = new Map<string, number>();
  #isClosed = false;

  private constructor(options: BasemapOptions) {
    const { config, dataDirectory, isDemonstration } = options;
    this.#options = options;
    this.#store = new TileStore(join(dataDirectory, 'basemap'), config.cacheBytes);
    this.#embedded = new EmbeddedTiles(this.#store);
    this.#files = new ArchiveFiles((file, error) =>
      this.#warn(file, `A tile of ${file} is left out: ${(error as Error).message}.`),
    );
    const serviceOf = (facts: ConstructorParameters<typeof TileService>[0]) =>
      new TileService(facts, {
        store: this.#store,
        onFailure: (message) => this.#warn(facts.id, `Base map: ${message}`),
        ...(options.patienceMilliseconds !== undefined && {
          patienceMilliseconds: options.patienceMilliseconds,
        }),
      });
    if (config.provider === 'auto') this.#service = serviceOf(vectorService(config));
    if (mayUseNationalMap(config, isDemonstration)) this.#nationalMap = serviceOf(nationalMap);
    for (const name of baseLayerNames) {
      const facts = pictureService(config, name);
      if (facts !== null) this.#providers.set(name, serviceOf(facts));
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
      return basemap;
    } catch (error) {
      await basemap.close();
      throw error;
    }
  }

  #warn(subject: string, message: string): void {
    const now = Date.now();
    if (now - (this.#saidAt.get(subject) ?? 0) < lineMilliseconds) return;
    this.#saidAt.set(subject, now);
    this.#options.log.warn(message);
  }

  /** The sources of a base map. Of the simulated scenes there is one summer, the latest. */
  sources(
    name: BaseLayerName,
  ): StyleSources & Record<'vector' | 'satellite' | 'relief' | 'scenes', TileSource> {
    const { bbox: bounds } = simulationCatalogue;
    const facts = embeddedSources({ year: latestMosaicYear(new Date()), bounds });
    const source = (kind: keyof typeof facts) => this.#embedded.source(facts[kind]);
    const embedded = {
      vector: source('vector'),
      satellite: source('satellite'),
      relief: source('relief'),
      scenes: source('scenes'),
    };
    const before = [...this.#vectorFiles, ...(this.#service ? [this.#service] : [])];
    if (before.length > 0) {
      embedded.vector = layeredSource({
        sources: before,
        base: this.#embedded.source(facts.vector, standInMaxZoom),
        facts: {
          id: 'vector',
          maxZoom: Math.min(standInMaxZoom, Math.max(...before.map(({ maxZoom }) => maxZoom))),
        },
      });
    }
    const base = this.#embedded.source(facts.satellite, pictureStandInMaxZoom);
    return { ...embedded, pictures: this.#pictures(name, base) };
  }

  #pictures(name: BaseLayerName, satellite: TileSource): PictureSource | null {
    const provider = this.#providers.get(name);
    const isSatellite = name === 'satellite';
    // Files come before a provider, whose maps would hide them.
    const isProvided = provider && (isSatellite || this.#vectorFiles.length === 0);
    const sources: TileSource[] = isSatellite ? [...this.#pictureFiles] : [];
    if (isProvided) sources.push(provider);
    const survey = isSatellite ? this.#nationalMap : undefined;
    if (survey && (this.#options.config.satellite === 'usgs' || survey.isReachable)) {
      sources.push(survey);
    }
    if (sources.length === 0) return null;
    const layered = layeredSource({
      sources,
      base: isSatellite ? satellite : noPictures,
      facts: {
        id: `pictures/${name}`,
        maxZoom: Math.max(...sources.map(({ maxZoom }) => maxZoom)),
      },
    });
    const names = [...(isProvided ? [provider.name] : []), ...(survey ? [survey.name] : [])];
    return { ...layered, name: names[0] ?? 'Files of this site', isWholeMap: isProvided === true };
  }

  /** Finds the source that an address names, or undefined when there is none. */
  find(version: string, id: string): TileSource | undefined {
    for (const name of baseLayerNames) {
      const sources = Object.values(this.sources(name));
      const found = sources.find((each) => each?.id === id && each.version === version);
      if (found) return found as TileSource;
    }
    return undefined;
  }

  /** Asks the services, so that the first style knows which of them answer. */
  askServices(): void {
    this.#service?.ask();
    this.#nationalMap?.ask();
  }

  /**
   * Makes and stores the embedded tiles of the view with which the apps open. Otherwise the first visitor of
   * a new installation would see an empty map for seconds.
   */
  async prepareOpeningView(): Promise<void> {
    const { bbox: bounds } = simulationCatalogue;
    const facts = embeddedSources({ year: latestMosaicYear(new Date()), bounds });
    const sources = [facts.satellite, facts.vector].map((each) => this.#embedded.source(each));
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
  maxZoom: 22,
  attribution: '',
  tile: async () => ({
    // A WebP of one transparent pixel.
    bytes: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
    mediaType: 'image/webp',
    freshUntil: Number.POSITIVE_INFINITY,
  }),
};
