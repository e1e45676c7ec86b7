import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OccurrenceSearch } from '@refugia/contract/collaborative-mapper/layers.ts';
import { speciesContaining } from '@refugia/contract/species-names.ts';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../../../platform/config.ts';
import type { Orm } from '../../../platform/database/database.ts';
import { KeptReplies, type KeptReply } from '../../../platform/outbound/kept-replies.ts';
import { Outbound, warnOfFailures } from '../../../platform/outbound/outbound.ts';
import type { SpeciesList } from '../species-list.ts';
import { drawHexagons, type OccurrenceCell } from './hexagons.ts';

const day = 24 * 60 * 60_000;
const fresh = { search: 7 * day, tile: 7 * day };
const maxResults = 10;
/** The key of GBIF's own list of all species, to which its occurrences are matched. */
const backboneKey = 'd7dddbf4-2cf0-4f39-9b2a-bb099caae36c';
const file = join(import.meta.dirname, '../data/occurrences.tsv');

const searchReplySchema = z.object({
  results: z.array(
    z.looseObject({
      key: z.number().int(),
      scientificName: z.string().optional(),
      canonicalName: z.string().optional(),
      vernacularNames: z
        .array(z.looseObject({ vernacularName: z.string(), language: z.string().optional() }))
        .optional(),
    }),
  ),
});

const attributions = {
  gbif: 'Occurrences: GBIF.org',
  embedded:
    'GBIF is away: occurrences of 2017 under CC0, at most 500 records of a species, to 0.05 degrees',
};

/** Observations of species from GBIF, or else from facts that come with the product. */
export class OccurrenceService {
  readonly #kept: KeptReplies;
  readonly #gbif: Outbound;
  readonly #settings: Config['species'];
  readonly #list: SpeciesList;
  #cells: ReadonlyMap<number, readonly OccurrenceCell[]> | undefined;

  constructor(orm: Orm, settings: Config['species'], parts: { list: SpeciesList; log: Logger }) {
    this.#kept = new KeptReplies(orm);
    this.#settings = settings;
    this.#list = parts.list;
    this.#gbif = new Outbound({
      service: 'GBIF',
      allowedHosts: [new URL(settings.gbifUrl).host],
      concurrency: 6,
      maxWaiting: 60,
      onFailure: warnOfFailures(parts.log),
    });
  }

  async search(name: string): Promise<OccurrenceSearch | null> {
    const found = await this.#searchGbif(name);
    if (found && found.length > 0) {
      return { results: found, source: 'gbif', attribution: attributions.gbif };
    }
    const known = found ? [] : this.#searchFacts(name);
    if (known.length === 0) return null;
    return { results: known, source: 'embedded', attribution: attributions.embedded };
  }

  /** @returns undefined when GBIF could not be asked */
  async #searchGbif(name: string): Promise<OccurrenceSearch['results'] | undefined> {
    if (this.#settings.services === 'off') return undefined;
    const query = new URLSearchParams({
      q: name,
      datasetKey: backboneKey,
      limit: String(maxResults),
    });
    const address = this.#addressOf(`v1/species/search?${query}`);
    const key = `gbif-search#${name.toLowerCase()}`;
    const kept = await this.#kept.find(key, fresh.search, async () => {
      const parsed = searchReplySchema.safeParse(await this.#gbif.getJson(address));
      if (parsed.success) return Buffer.from(JSON.stringify(parsed.data));
      throw this.#gbif.unusable('GBIF answered with something else than species.');
    });
    if (!kept) return undefined;
    const { results } = searchReplySchema.parse(JSON.parse(kept.body.toString()));
    return results.map(({ key, scientificName, canonicalName, vernacularNames = [] }) => ({
      key,
      scientificName: scientificName ?? canonicalName ?? String(key),
      vernacularName:
        vernacularNames.find(({ language }) => language === 'eng')?.vernacularName ?? null,
    }));
  }

  #addressOf(path: string): string {
    return `${this.#settings.gbifUrl.replace(/\/+$/, '')}/${path}`;
  }

  /** Finds listed species by a part of their name, among those with facts. */
  #searchFacts(name: string): OccurrenceSearch['results'] {
    return speciesContaining(this.#list.all, name)
      .flatMap(({ gbif_key: key, scientific_name, common_name }) => {
        if (key === null || !this.#facts().has(key)) return [];
        return [{ key, scientificName: scientific_name, vernacularName: common_name }];
      })
      .slice(0, maxResults);
  }

  /** A tile of hexagons, 512 pixels wide; null when there is neither an answer of GBIF nor a fact. */
  async tile(taxonKey: number, tile: TileAddress): Promise<Uint8Array | null> {
    const kept = this.#settings.services === 'on' ? await this.#tileOfGbif(taxonKey, tile) : null;
    if (kept) return kept.body;
    const cells = this.#facts().get(taxonKey);
    return cells ? await drawHexagons(cells, tile) : null;
  }

  #tileOfGbif(taxonKey: number, { z, x, y }: TileAddress): Promise<KeptReply | null> {
    const style = 'bin=hex&hexPerTile=30&style=green.poly&srs=EPSG:3857';
    const path = `v2/map/occurrence/density/${z}/${x}/${y}@1x.png?taxonKey=${taxonKey}&${style}`;
    const address = this.#addressOf(path);
    return this.#kept.find(address, fresh.tile, async () => {
      const { bytes, contentType } = await this.#gbif.get(address, 'image/png');
      if (contentType === 'image/png' || bytes.length === 0) return bytes;
      throw this.#gbif.unusable('GBIF answered with something else than a picture.');
    });
  }

  #facts(): ReadonlyMap<number, readonly OccurrenceCell[]> {
    this.#cells ??= readFacts();
    return this.#cells;
  }
}

/**
 * Reads the facts. Each line is a species: its key, then cells as longitude, latitude and number of
 * records, separated by commas.
 */
function readFacts(): Map<number, OccurrenceCell[]> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [key = '', cells = ''] = line.split('\t');
      return [
        Number(key),
        cells.split(' ').map((cell): OccurrenceCell => {
          const [longitude = 0, latitude = 0, records = 0] = cell.split(',').map(Number);
          return { longitude, latitude, records };
        }),
      ];
    }),
  );
}
