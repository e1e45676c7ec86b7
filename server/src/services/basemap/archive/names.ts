import type { VectorTileFeature } from '@mapbox/vector-tile';
import type { Place } from '@refugia/contract/basemap.ts';
import { latitudeOf, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { searchable } from '../searchable.ts';
import { inflate, readVectorTile } from '../tile-check.ts';
import { type Archive, tilesOf } from './archive.ts';

/** The most tiles whose names are read, so that the index of a whole planet stays small, too. */
const maxTiles = 4_096;
const maxNames = 100_000;
/** What a layer's features are called, in both schemas. Layers that are not here are not searched. */
const descriptions: Readonly<Record<string, string>> = {
  place: 'Place',
  places: 'Place',
  park: 'Park',
  water: 'Water',
  water_name: 'Water',
  waterway: 'Waterway',
  mountain_peak: 'Peak',
  aerodrome_label: 'Airport',
  pois: 'Point of interest',
  transportation_name: 'Road',
  roads: 'Road',
};
/** Features of one name within this angle are the same, such as a road that is cut by tiles. */
const sameDegrees = 0.25;

interface Entry {
  readonly place: Place;
  /** The normalized name after a space, so that each word of it follows one. */
  readonly key: string;
}

/** Searches a file's names, which are read from the first search on. Until then it finds what has been read. */
export class NameIndex {
  readonly #archive: Archive;
  readonly #entries = new Map<string, Entry>();
  #reading: Promise<void> | undefined;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** Finds places with a word that begins with the query; the first in the order of the layers above. */
  async find(query: string, limit: number): Promise<Place[]> {
    this.#reading ??= this.#read();
    // A small file has been read within a moment.
    await Promise.race([this.#reading, new Promise((resolve) => setTimeout(resolve, 500))]);
    const wanted = ` ${searchable(query)}`;
    if (wanted === ' ') return [];
    const found: Place[] = [];
    for (const { place, key } of this.#entries.values()) {
      if (key.includes(wanted)) found.push(place);
    }
    const rank = Object.values(descriptions);
    const rankOf = ({ description }: Place) => rank.indexOf(description ?? '');
    return found.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, limit);
  }

  async #read(): Promise<void> {
    for (const address of tilesOf(this.#archive.facts, maxTiles)) {
      if (this.#entries.size >= maxNames) return;
      // Other tasks of this thread come first.
      await new Promise((resolve) => setImmediate(resolve));
      // A damaged tile is told of when it is drawn.
      await this.#readTile(address).catch(() => {});
    }
  }

  async #readTile(address: TileAddress): Promise<void> {
    const bytes = await this.#archive.tile(address);
    if (bytes === null) return;
    const { layers } = readVectorTile(await inflate(bytes));
    for (const [layer, description] of Object.entries(descriptions)) {
      for (let index = 0; index < (layers[layer]?.length ?? 0); index++) {
        this.#add(layers[layer].feature(index), description, address);
      }
    }
  }

  #add(feature: VectorTileFeature, description: string, address: TileAddress): void {
    const { properties } = feature;
    const name = String(properties['name:en'] ?? properties.name ?? properties['name:latin'] ?? '');
    if (name === '' || name.length > 120 || this.#entries.size >= maxNames) return;
    const [longitude, latitude] = positionOf(feature, address);
    if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return;
    const cell = [longitude, latitude].map((degrees) => Math.floor(degrees / sameDegrees));
    const same = `${description} ${name} ${cell}`;
    if (this.#entries.has(same)) return;
    const nothing = { region: null, bounds: null, fips: null, population: null, border: null };
    const place: Place = { ...nothing, kind: 'other', name, description, longitude, latitude };
    this.#entries.set(same, { place, key: ` ${searchable(name)}` });
  }
}

/** The middle of a feature's first part in a tile: longitude and latitude. */
function positionOf(feature: VectorTileFeature, { z, x, y }: TileAddress): [number, number] {
  const [points = []] = feature.loadGeometry();
  const { x: column, y: row } = points[points.length >> 1] ?? { x: Number.NaN, y: Number.NaN };
  const across = 2 ** z;
  const longitude = ((x + column / feature.extent) / across) * 360 - 180;
  return [longitude, latitudeOf((y + row / feature.extent) / across)];
}
