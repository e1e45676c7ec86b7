import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Chunk, Composite, CompositePair, WorkArea } from '../composite/index.ts';
import { writeFileAtomically } from '../tiff/index.ts';
import type { SceneSource } from './find-scenes.ts';
import { provenanceOf } from './provenance.ts';
import type { AnalysisRequest } from './types.ts';

/** The pictures of one piece, sentences on them, and the chosen scenes that are not among its own. */
export interface ComposedPiece {
  readonly pair: CompositePair;
  readonly notes: readonly string[];
  readonly unknownIds: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/**
 * The pieces of a large area that are done, in a folder that outlives the process which composes
 * them: a run that is started again takes them from there. Some 32 bytes for each pixel inside of the
 * area, 190 MB at most.
 */
export class KeptPieces {
  readonly #folder: string;
  readonly #key: string;

  /**
   * @param folder of this run alone; made when there is something to keep
   * @param run what the pieces follow from: those of another question are not taken
   */
  constructor(folder: string, { request, workArea, source, windowDays }: KeptRun) {
    const { version, catalogueUrl, collections } = provenanceOf(source);
    const { grid } = workArea;
    const told = { version, catalogueUrl, collections, request, grid, windowDays };
    this.#folder = folder;
    this.#key = createHash('sha256').update(JSON.stringify(told)).digest('hex');
  }

  /** A piece that an earlier process has kept; undefined where there is none that can be used. */
  async read(chunk: Chunk): Promise<ComposedPiece | undefined> {
    try {
      const kept = deserialize(await readFile(this.#fileOf(chunk))) as KeptFile;
      if (kept.key !== this.#key) return undefined;
      const { pair } = kept.piece;
      const [before, after] = [spread(pair.before, chunk), spread(pair.after, chunk)];
      return { ...kept.piece, pair: { ...pair, before, after } };
    } catch {
      // There is none, or the disk has lost a part of it: the piece is composed again.
      return undefined;
    }
  }

  /** A disk that has no room for it costs a killed run its time, not this one its result. */
  async write(chunk: Chunk, piece: ComposedPiece): Promise<void> {
    const { before, after } = piece.pair;
    const pair = { ...piece.pair, before: packed(before, chunk), after: packed(after, chunk) };
    const bytes = serialize({ key: this.#key, piece: { ...piece, pair } } satisfies KeptFile);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFileAtomically(this.#fileOf(chunk), (sink) => sink.write(bytes));
    } catch {
      return;
    }
  }

  #fileOf({ window: { column, row, width, height } }: Chunk): string {
    return join(this.#folder, `${column}-${row}-${width}x${height}.piece`);
  }
}

export interface KeptRun {
  readonly request: AnalysisRequest;
  readonly workArea: WorkArea;
  readonly source: SceneSource;
  readonly windowDays: number;
}

interface KeptFile {
  readonly key: string;
  readonly piece: ComposedPiece;
}

/** A composite of the pixels inside of the area alone; nor can memory that threads share be written down. */
function packed(composite: Composite, { workArea: { mask, pixelCount } }: Chunk): Composite {
  return withPlanes(composite, (plane) => {
    const inside = sameKind(plane, pixelCount);
    for (let pixel = 0, next = 0; next < pixelCount; pixel += 1) {
      if (mask[pixel] === 1) inside[next++] = plane[pixel]!;
    }
    return inside;
  });
}

/** The opposite. */
function spread(composite: Composite, { workArea: { mask, pixelCount } }: Chunk): Composite {
  return withPlanes(composite, (inside) => {
    if (inside.length !== pixelCount) throw new RangeError('A kept piece has another size.');
    const plane = sameKind(inside, mask.length);
    for (let pixel = 0, next = 0; next < pixelCount; pixel += 1) {
      if (mask[pixel] === 1) plane[pixel] = inside[next++]!;
    }
    return plane;
  });
}

function sameKind<Plane extends Uint8Array | Uint16Array>(plane: Plane, pixels: number): Plane {
  return (plane instanceof Uint8Array ? new Uint8Array(pixels) : new Uint16Array(pixels)) as Plane;
}

/** Outside of the area no plane's samples are looked at. */
function withPlanes(
  composite: Composite,
  change: <Plane extends Uint8Array | Uint16Array>(plane: Plane) => Plane,
): Composite {
  const { bands, valid, water, sceneIndex, coverage } = composite;
  return {
    ...composite,
    bands: bands.map(change),
    valid: change(valid),
    water: change(water),
    sceneIndex: change(sceneIndex),
    ...(coverage && { coverage: change(coverage) }),
  };
}
