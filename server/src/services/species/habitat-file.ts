import type { HabitatShape } from '@refugia/contract/species.ts';
import {
  type Properties,
  readVector,
  type VectorFeature,
  type VectorImport,
} from '@refugia/engine/vector/index.ts';
import { HabitatError, type HabitatUnit, habitatShapes } from './habitat-shapes.ts';
import { embeddedSpecies, type SpeciesFacts } from './species-list.ts';

export interface HabitatFileOptions {
  /** Names the layers of formats that have no names of their own. */
  readonly fileName: string;
  /** The source of the critical habitat, as the screen shows it. */
  readonly source: string;
  /** Whether the shapes differ from the boundaries as designated. */
  readonly approximate: boolean;
  /** The name of the species of all features, or undefined when the features name it themselves. */
  readonly species: string | undefined;
}

export interface HabitatFile {
  /** The shapes by the ECOS id of their species. */
  readonly habitats: ReadonlyMap<number, HabitatShape[]>;
  /** Names in the file that match no species of the list, or several. */
  readonly unmatched: readonly string[];
  readonly skipped: VectorImport['skipped'];
  /** What was assumed, converted or repaired. */
  readonly notes: VectorImport['notes'];
}

/** An administrator's own file may be larger than a visitor's. */
const fileLimits = { textBytes: 200_000_000, unpackedBytes: 500_000_000, positions: 5_000_000 };

/** Attribute names that services and files use, in lower case and without underscores. */
const idNames = ['speciesid', 'ecosid', 'sid'];
const nameNames = ['sciname', 'scientificname', 'species', 'comname', 'commonname'];
const unitNames = ['unitname', 'unit', 'subunitname', 'subunitnam'];

/**
 * Reads polygons of critical habitat from GeoJSON, KML, KMZ or a zipped shapefile. Each feature
 * names its species by ECOS id or by name, with the attributes of the federal files (`sciname`,
 * `comname`, `unitname`), unless the options name one species for all.
 * @throws VectorError, HabitatError
 */
export function readHabitatFile(bytes: Uint8Array, options: HabitatFileOptions): HabitatFile {
  const all = options.species === undefined ? undefined : requireSpecies(options.species);
  const { layers, skipped, notes } = readVector(bytes, options.fileName, fileLimits);
  const units = new Map<SpeciesFacts, HabitatUnit[]>();
  const unmatched = new Set<string>();
  for (const feature of layers.flatMap(({ features }) => features)) {
    const attributes = foldNames(feature.properties);
    const species = all ?? speciesOf(attributes);
    if (species === undefined) unmatched.add(labelOf(attributes, feature));
    else units.set(species, [...(units.get(species) ?? []), unitOf(attributes, feature)]);
  }
  const origin = { source: options.source, approximate: options.approximate, tolerance_meters: 0 };
  const habitats = new Map(
    [...units]
      .map(([species, members]) => [species.speciesID, habitatShapes(members, origin)] as const)
      .filter(([, shapes]) => shapes.length > 0),
  );
  return { habitats, unmatched: [...unmatched], skipped, notes };
}

function requireSpecies(name: string): SpeciesFacts {
  const [species, ...others] = embeddedSpecies().byName(name);
  if (species && others.length === 0) return species;
  throw new HabitatError(
    species
      ? `"${name}" is the name of several species: give the scientific name.`
      : `"${name}" is no species of the list.`,
  );
}

type Attributes = ReadonlyMap<string, string>;

function foldNames(properties: Properties): Attributes {
  return new Map(
    Object.entries(properties)
      .filter(([, value]) => value !== null && String(value).trim() !== '')
      .map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), String(value).trim()]),
  );
}

function speciesOf(attributes: Attributes): SpeciesFacts | undefined {
  const list = embeddedSpecies();
  for (const name of idNames) {
    const species = list.byId(Number(attributes.get(name)));
    if (species) return species;
  }
  for (const name of nameNames) {
    const [species, ...others] = list.byName(attributes.get(name) ?? '');
    if (species && others.length === 0) return species;
  }
  return undefined;
}

function unitOf(attributes: Attributes, { geometry }: VectorFeature): HabitatUnit {
  const names = unitNames.flatMap((name) => attributes.get(name) ?? []);
  return { geometry, name: names.length === 0 ? null : names.join(', ').slice(0, 200) };
}

function labelOf(attributes: Attributes, feature: VectorFeature): string {
  const names = [...nameNames, ...idNames, 'name'].flatMap((name) => attributes.get(name) ?? []);
  return (names[0] ?? `feature ${feature.id ?? 'without a name'}`).slice(0, 80);
}
