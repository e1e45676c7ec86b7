import { createHash } from 'node:crypto';
import {
  type HabitatShape,
  type Species,
  type SpeciesRecord,
  speciesRecordColumns,
} from '@refugia/contract/species.ts';
import { speciesListingDate } from '@refugia/contract/species-kinds.ts';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { Orm } from '../../platform/database/database.ts';
import { KeptReplies } from '../../platform/outbound/kept-replies.ts';
import { Outbound, OutboundError, warnOfFailures } from '../../platform/outbound/outbound.ts';
import { catalogueRecordSchema, fetchCatalogueRecord } from './catalogue-record.ts';
import { fetchCriticalHabitat } from './critical-habitat.ts';
import { findImportedHabitat, listImportedHabitat } from './imported-habitat.ts';
import { fetchPicture } from './picture.ts';
import { embeddedSpecies, type SpeciesFacts } from './species-list.ts';

const day = 24 * 60 * 60_000;
const fresh = { record: 7 * day, habitat: 7 * day, picture: 30 * day };

/** Habitat, or the reason why there is none. With `failed` another attempt may succeed. */
export type HabitatAnswer =
  | { readonly kind: 'found'; readonly shapes: readonly HabitatShape[] }
  | { readonly kind: 'none' | 'failed'; readonly reason: string };

export interface SpeciesPicture {
  /** WebP. */
  readonly bytes: Buffer;
  readonly version: string;
}

export interface SpeciesListing {
  readonly json: string;
  readonly version: string;
}

/** The facts that come with the product, combined with those of outside services. */
export class SpeciesService {
  readonly list = embeddedSpecies();
  readonly #orm: Orm;
  readonly #kept: KeptReplies;
  readonly #settings: Config['species'];
  readonly #catalogue: Outbound;
  readonly #habitat: Outbound;
  #listing: (SpeciesListing & { readonly key: string }) | undefined;

  constructor(orm: Orm, settings: Config['species'], log: Logger) {
    const onFailure = warnOfFailures(log);
    this.#orm = orm;
    this.#settings = settings;
    this.#kept = new KeptReplies(orm);
    this.#catalogue = new Outbound({
      service: 'The species catalogue (ECOS)',
      allowedHosts: [new URL(settings.ecosUrl).host, ...settings.imageHosts],
      maxBytes: 12_000_000,
      onFailure,
    });
    this.#habitat = new Outbound({
      service: 'The critical habitat service',
      allowedHosts: [new URL(settings.criticalHabitatUrl).host],
      // Shapes are large, so fewer requests run at a time and each may take longer.
      maxBytes: 16_000_000,
      firstByteMilliseconds: 8_000,
      replyMilliseconds: 30_000,
      concurrency: 2,
      maxWaiting: 10,
      onFailure,
    });
  }

  /**
   * The whole list as JSON, with a version. It is half a megabyte, so it is made once, and again
   * when an import changes which species have habitat.
   */
  async describeAll(): Promise<SpeciesListing> {
    const imported = await listImportedHabitat(this.#orm);
    const key = [...imported].sort((first, second) => first - second).join();
    if (this.#listing?.key !== key) {
      const json = JSON.stringify(this.list.all.map((each) => this.#describe(each, imported)));
      const version = createHash('sha256').update(json).digest('base64url').slice(0, 27);
      this.#listing = { key, json, version };
    }
    return this.#listing;
  }

  /** Species with the searches that offer them. */
  async describe(species: readonly SpeciesFacts[]): Promise<Species[]> {
    const imported = await listImportedHabitat(this.#orm);
    return species.map((each) => this.#describe(each, imported));
  }

  /** Critical habitat is offered if the layer in use may contain it, or if it was imported. */
  #describe({ counties: _, ...facts }: SpeciesFacts, imported: ReadonlySet<number>): Species {
    const inLayer = { final: 'Final', proposed: 'Proposed' } as const;
    const hasHabitat =
      facts.critical_habitat === inLayer[this.#settings.criticalHabitatDesignation] ||
      imported.has(facts.speciesID);
    return {
      ...facts,
      searches: hasHabitat ? ['species_range', 'critical_habitat'] : ['species_range'],
    };
  }

  /** Critical habitat from the federal service, or else the imported one. */
  async habitatOf(species: SpeciesFacts): Promise<HabitatAnswer> {
    const answer = await this.#askHabitat(species);
    if (answer.kind === 'found') return answer;
    const shapes = await findImportedHabitat(this.#orm, species.speciesID);
    return shapes.length > 0 ? { kind: 'found', shapes } : answer;
  }

  async #askHabitat({ speciesID, scientific_name }: SpeciesFacts): Promise<HabitatAnswer> {
    const { services, criticalHabitatUrl } = this.#settings;
    if (services === 'off') {
      return { kind: 'none', reason: 'The critical habitat service is switched off here.' };
    }
    try {
      const reply = await this.#kept.get(
        `${criticalHabitatUrl}#${speciesID}`,
        fresh.habitat,
        async () =>
          Buffer.from(
            await fetchCriticalHabitat(this.#habitat, criticalHabitatUrl, scientific_name),
          ),
      );
      const shapes: HabitatShape[] = JSON.parse(reply.body.toString());
      if (shapes.length > 0) return { kind: 'found', shapes };
      return {
        kind: 'none',
        reason:
          'The critical habitat service has no area of this species. Habitat along rivers is often designated as lines.',
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { kind: 'failed', reason: `${error.message} It may answer later.` };
    }
  }

  /** The federal catalogue's record of a species, or else the facts that come with the product. */
  async recordOf(species: SpeciesFacts): Promise<SpeciesRecord> {
    const kept = await this.#catalogueRecord(species);
    if (kept?.record == null) return embeddedRecord(species);
    const { rows, imageUrl } = kept.record;
    const picture = imageUrl === null ? null : `/api/species/${species.speciesID}/picture`;
    return {
      meta: {
        columns: [...speciesRecordColumns],
        source: 'ecos',
        as_of: kept.askedAt.toISOString().slice(0, 10),
      },
      data: rows.map((row) => [
        row.commonName ?? species.common_name,
        row.scientificName ?? species.scientific_name,
        row.status,
        row.description,
        row.listingDate,
        row.listingId,
        species.speciesID,
        null,
        null,
        picture,
      ]),
    };
  }

  /** The catalogue's picture of a species; null where it has none, or can't be asked. */
  async pictureOf(species: SpeciesFacts): Promise<SpeciesPicture | null> {
    const address = (await this.#catalogueRecord(species))?.record?.imageUrl ?? null;
    if (address === null) return null;
    const kept = await this.#kept.find(address, fresh.picture, () =>
      fetchPicture(this.#catalogue, address),
    );
    return kept && { bytes: kept.body, version: `${species.speciesID}-${kept.askedAt.getTime()}` };
  }

  async #catalogueRecord({ speciesID }: SpeciesFacts) {
    const { services, ecosUrl } = this.#settings;
    if (services === 'off') return null;
    const kept = await this.#kept.find(`${ecosUrl}#${speciesID}`, fresh.record, async () =>
      Buffer.from(JSON.stringify(await fetchCatalogueRecord(this.#catalogue, ecosUrl, speciesID))),
    );
    if (!kept) return null;
    const record = catalogueRecordSchema.nullable().parse(JSON.parse(kept.body.toString()));
    return { record, askedAt: kept.askedAt };
  }
}

function embeddedRecord(species: SpeciesFacts): SpeciesRecord {
  const { common_name, scientific_name, status, speciesID } = species;
  return {
    meta: { columns: [...speciesRecordColumns], source: 'embedded', as_of: speciesListingDate },
    data: [[common_name, scientific_name, status, null, null, null, speciesID, null, null, null]],
  };
}
