import { membersOf } from '@refugia/contract/members.ts';
import { type TileAddress, tileAt } from '@refugia/engine/geo/web-mercator.ts';
import type { Reach, SourceFacts } from '../sources.ts';

/** What a file of tiles says of itself. */
export interface ArchiveFacts extends Pick<SourceFacts, 'type'>, Omit<Reach, 'hasSea'> {
  readonly attribution: string;
  /** The names of a vector archive's layers; none where the file does not list them. */
  readonly layers: readonly string[];
}

/** An open file of tiles. */
export interface Archive {
  readonly facts: ArchiveFacts;
  /**
   * Reads a tile as it is stored, a vector tile perhaps packed by gzip; null where there is none.
   * @throws where the file is damaged at that place
   */
  tile(address: TileAddress): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Why a file can't serve: the end of a sentence that begins with its name, and what to do. */
export class ArchiveError extends Error {
  constructor(what: string, advice: string) {
    super(`${what}: ${advice}.`);
    this.name = 'ArchiveError';
  }
}

/** @throws {ArchiveError} for bounds that are none; bounds of the whole world are left out */
export function readBounds(bounds: readonly number[]): ArchiveFacts['bounds'] {
  const [west, south, east, north] = bounds;
  const isInside = west >= -180 && east <= 180.000_001 && south >= -90 && north <= 90;
  if (bounds.length !== 4 || !isInside || !(west < east) || !(south < north)) {
    throw new ArchiveError('has impossible bounds', 'make it anew');
  }
  return [west, south, east, north];
}

/** The names of the layers that an archive's metadata list. */
export function layerNamesOf(metadata: unknown): string[] {
  const { vector_layers: layers } = membersOf(metadata);
  if (!Array.isArray(layers)) return [];
  return layers.slice(0, 200).map((layer) => String(membersOf(layer).id));
}

/** All tiles within the bounds at the deepest zoom that has at most so many of them. */
export function* tilesOf(facts: Omit<Reach, 'hasSea'>, most: number): Generator<TileAddress> {
  const { minZoom, maxZoom, bounds: [west, south, east, north] = [-180, -85, 180, 85] } = facts;
  for (let z = maxZoom; z >= minZoom; z--) {
    const first = tileAt(west, north, z);
    const last = tileAt(east, south, z);
    if (z > minZoom && (last.x - first.x + 1) * (last.y - first.y + 1) > most) continue;
    for (let x = first.x; x <= last.x; x++) {
      for (let y = first.y; y <= last.y; y++) {
        if (most-- > 0) yield { z, x, y };
      }
    }
    return;
  }
}
