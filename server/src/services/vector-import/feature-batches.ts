import { randomUUID } from 'node:crypto';
import { type FieldType, isBlank } from '@refugia/contract/collaborative-mapper/fields.ts';
import { isCalendarDate } from '@refugia/contract/date-text.ts';
import type { FileNote } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { roundTo } from '@refugia/engine/geo/position.ts';
import type {
  FileLayer,
  FlatGeometry,
  Properties,
  VectorFeature,
  VectorImport,
} from '@refugia/engine/vector/index.ts';
import { boxText } from './box-text.ts';

const { attributeNameMaxLength } = limits.collaborativeMapper;

/** Whether PostgreSQL can store a text. It stores neither the zero character nor lone surrogates. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** The text without characters that can't be stored. */
const withoutInvalid = (text: string) => text.replace(/\0|\p{Cs}/gu, '');

/**
 * Gives the attributes of a file names that features can have: of 1 to 200 characters, not
 * `__proto__`, which JavaScript's objects can't hold, and different from each other.
 */
class AttributeNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The name for an attribute, which is the same each time. */
  nameFor(wanted: string): string {
    const known = this.#names.get(wanted);
    if (known !== undefined) return known;
    const name = this.#freeName(possibleName(wanted));
    this.#names.set(wanted, name);
    this.#taken.add(name);
    return name;
  }

  /** Whether attributes have another name than in the file. */
  get areRenamed(): boolean {
    return [...this.#names].some(([wanted, name]) => wanted !== name);
  }

  #freeName(base: string): string {
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) {
      const suffix = ` (${number})`;
      name = shortened(base, attributeNameMaxLength - suffix.length) + suffix;
    }
    return name;
  }
}

function possibleName(wanted: string): string {
  if (wanted === '__proto__') return 'proto';
  return shortened(withoutInvalid(wanted), attributeNameMaxLength) || 'unnamed';
}

/** Cutting may leave half of a surrogate pair at the end, which is left out. */
const shortened = (text: string, length: number) => withoutInvalid(text.slice(0, length));

export interface FeatureOptions {
  /** Decimals of longitude and latitude. */
  readonly decimals: number;
  readonly maxFeatures: number;
  /** The largest number of positions in all features together. */
  readonly maxPositions: number;
}

/** Some features of one layer, as JSON text that the database takes unchanged. */
export interface FeatureBatch {
  /** The layer's index among those with a feature. */
  readonly layer: number;
  readonly layerName: string;
  /** A list of `{ id, geometry, properties, box }`. The box is in PostgreSQL's notation. */
  readonly rows: string;
}

/** The content of a file besides its features. */
export interface ImportedLayers {
  readonly layers: readonly {
    readonly index: number;
    readonly name: string;
    /** Attributes in the order in which they first came, each with the type that all its values have. */
    readonly fields: readonly { readonly key: string; readonly type: FieldType }[];
    readonly featureCount: number;
  }[];
  readonly skipped: VectorImport['skipped'];
  readonly notes: readonly FileNote[];
}

/** Batches are small, because the embedded database does nothing else while it writes one. */
const featuresPerBatch = 100;
/** The approximate length at which a batch ends, since a layer may hold a few large shapes. */
const charactersPerBatch = 100_000;

interface LayerUnderWay {
  readonly index: number;
  readonly name: string;
  /** The type of the values so far; null where all are blank. */
  readonly fields: Map<string, FieldType | null>;
  featureCount: number;
  rows: string[];
  characters: number;
}

/** Passes features with a geometry on in batches, so that they are never all in memory. */
export class FeatureBatches {
  readonly #decimals: number;
  readonly #tell: (batch: FeatureBatch) => void;
  readonly #layers = new Map<FileLayer, LayerUnderWay>();
  readonly #attributes = new AttributeNames();
  #hasInvalidText = false;

  constructor({ decimals }: Pick<FeatureOptions, 'decimals'>, tell: (batch: FeatureBatch) => void) {
    this.#decimals = decimals;
    this.#tell = tell;
  }

  add({ geometry, properties }: VectorFeature, of: FileLayer): void {
    if (!geometry) return;
    const layer = this.#layers.get(of) ?? this.#begin(of);
    const kept = this.#storable(properties);
    for (const [key, value] of Object.entries(kept)) {
      const known = layer.fields.get(key) ?? null;
      // Once the values differ in type, the field is a text, whatever comes.
      if (known !== 'text') layer.fields.set(key, commonType(known, value));
    }
    const row = rowOf(geometry, kept, this.#decimals);
    layer.rows.push(row);
    layer.characters += row.length;
    layer.featureCount++;
    const isFull = layer.rows.length >= featuresPerBatch || layer.characters >= charactersPerBatch;
    if (isFull) this.#flush(layer);
  }

  /**
   * Passes on the last batches.
   * @param read the skipped parts and notes that the reader reported at the end
   */
  finish({ skipped, notes }: Pick<VectorImport, 'skipped' | 'notes'>): ImportedLayers {
    const layers = [...this.#layers.values()].map((layer) => {
      this.#flush(layer);
      const { index, name, fields, featureCount } = layer;
      const typed = [...fields].map(([key, type]) => ({ key, type: type ?? 'text' }));
      return { index, name, fields: typed, featureCount };
    });
    const own: FileNote[] = [...notes];
    if (this.#hasInvalidText) own.push({ code: 'characters-left-out' });
    if (this.#attributes.areRenamed) own.push({ code: 'attributes-renamed' });
    return { layers, skipped, notes: own };
  }

  #storable(properties: Properties): Properties {
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        this.#attributes.nameFor(name),
        typeof value === 'string' ? this.#storableText(value) : value,
      ]),
    );
  }

  #storableText(text: string): string {
    if (isStorable(text)) return text;
    this.#hasInvalidText = true;
    return withoutInvalid(text);
  }

  #begin(of: FileLayer): LayerUnderWay {
    const layer: LayerUnderWay = {
      index: this.#layers.size,
      name: of.name,
      fields: new Map(),
      featureCount: 0,
      rows: [],
      characters: 0,
    };
    this.#layers.set(of, layer);
    return layer;
  }

  #flush(layer: LayerUnderWay): void {
    const { index, name, rows } = layer;
    if (rows.length > 0) this.#tell({ layer: index, layerName: name, rows: `[${rows.join(',')}]` });
    layer.rows = [];
    layer.characters = 0;
  }
}

/** The type of a field whose values had a type before, with one more value. */
function commonType(known: FieldType | null, value: Properties[string]): FieldType | null {
  if (isBlank(value)) return known;
  const type = typeOf(value);
  return known === null || known === type ? type : 'text';
}

function typeOf(value: Properties[string]): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && isCalendarDate(value) ? 'date' : 'text';
}

function rowOf(geometry: FlatGeometry, properties: Properties, decimals: number): string {
  const rounded = roundGeometry(geometry, decimals);
  const box = boxText(rounded);
  return JSON.stringify({ id: randomUUID(), geometry: rounded, properties, box });
}

function roundGeometry(geometry: FlatGeometry, decimals: number): FlatGeometry {
  const round = (value: unknown): unknown =>
    typeof value === 'number' ? roundTo(value, decimals) : (value as unknown[]).map(round);
  return { type: geometry.type, coordinates: round(geometry.coordinates) } as FlatGeometry;
}
