import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Species } from '@refugia/contract/species.ts';
import { criticalHabitatStatuses, speciesStatuses } from '@refugia/contract/species-kinds.ts';
import { speciesNameKeys } from '@refugia/contract/species-names.ts';

/** The facts about one species in the product's table. `data/README.md` names their sources. */
export interface SpeciesFacts extends Omit<Species, 'searches'> {
  /** FIPS codes of the counties where it is known or believed to occur. */
  readonly counties: readonly string[];
}

/** The date of the table's ranges. */
export const rangeDate = '2017-12-27';

const file = join(import.meta.dirname, 'data/species.tsv');
const columnCount = 8;

/** All listed species of the contiguous United States, by name or number. */
export class SpeciesList {
  /** The species in the order of their common names, then of their scientific names. */
  readonly all: readonly SpeciesFacts[];
  readonly #byId: ReadonlyMap<number, SpeciesFacts>;
  readonly #byName: ReadonlyMap<string, readonly SpeciesFacts[]>;

  constructor(all: readonly SpeciesFacts[]) {
    this.all = all;
    this.#byId = new Map(all.map((species) => [species.speciesID, species]));
    this.#byName = indexByName(all);
  }

  byId(speciesId: number): SpeciesFacts | undefined {
    return this.#byId.get(speciesId);
  }

  /**
   * The species with a common or scientific name. Case is ignored, and parentheses with synonyms
   * may be left out. The result has several species if the name is not unique, and none if it is
   * unknown.
   */
  byName(name: string): readonly SpeciesFacts[] {
    const [whole] = speciesNameKeys(name);
    return this.#byName.get(whole ?? '') ?? [];
  }
}

/** Indexes species by name. Matches of the full name come before matches without its parentheses. */
function indexByName(all: readonly SpeciesFacts[]): Map<string, SpeciesFacts[]> {
  const whole = new Map<string, SpeciesFacts[]>();
  const bare = new Map<string, SpeciesFacts[]>();
  const add = (index: typeof whole, key: string, species: SpeciesFacts) => {
    const known = index.get(key) ?? [];
    if (!known.includes(species)) index.set(key, [...known, species]);
  };
  for (const species of all) {
    for (const name of [species.common_name, species.scientific_name]) {
      const [full, short] = speciesNameKeys(name);
      add(whole, full ?? '', species);
      if (short !== undefined) add(bare, short, species);
    }
  }
  return new Map([...bare, ...whole]);
}

let embedded: SpeciesList | undefined;

/** The table that comes with the product; read once. */
export function embeddedSpecies(): SpeciesList {
  embedded ??= new SpeciesList(parseSpeciesTable(readFileSync(file, 'utf8')));
  return embedded;
}

/**
 * Reads a table of species.
 * @param text tab-separated, with a line of headings
 * @throws with the line that is wrong
 */
export function parseSpeciesTable(text: string): SpeciesFacts[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    const [id, commonName, scientificName, group, status, habitat, gbifKey, counties] = cells;
    const knownStatus = speciesStatuses.find((each) => each === status);
    const knownHabitat = criticalHabitatStatuses.find((each) => each === habitat);
    const isWhole =
      cells.length === columnCount &&
      Number.isSafeInteger(Number(id)) &&
      knownStatus !== undefined &&
      (knownHabitat !== undefined || habitat === '');
    if (!isWhole) throw new Error(`The table of species has a line that is wrong: "${line}".`);
    return {
      speciesID: Number(id),
      common_name: commonName,
      scientific_name: scientificName,
      group: group,
      status: knownStatus,
      critical_habitat: knownHabitat ?? null,
      gbif_key: gbifKey === '' ? null : Number(gbifKey),
      counties: parseCounties(counties),
    };
  });
}

/** Reads county codes such as "12:015,071 48:029" into codes of five digits. */
function parseCounties(text: string): string[] {
  return text.split(' ').flatMap((part) => {
    const [state = '', members = ''] = part.split(':');
    return members.split(',').map((county) => {
      const isCode = /^\d{2}$/.test(state) && /^\d{3}$/.test(county);
      if (!isCode) throw new Error(`"${part}" is not a state's county codes.`);
      return state + county;
    });
  });
}
