import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Composite, CompositePair, Piece, WorkArea } from '../../composite/index.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import { writeFileAtomically } from '../../tiff/index.ts';
import type { SceneSource } from '../find/find-scenes.ts';
import { provenanceOf } from '../result/provenance.ts';
import type { AnalysisRequest } from '../types.ts';

/** Differs from that of earlier versions, whose pieces hold other notes. */
const format = 2;

/** The pictures of one piece, what is told of them, and the chosen scenes that it did not find. */
export interface ComposedPiece {
  readonly pair: CompositePair;
  readonly notes: readonly RunFact[];
  readonly unknownIds: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/**
 * The finished pieces of a large area, in a folder that outlives the process which composes them. A
 * run that is started again continues with them. They take about 32 bytes for each pixel inside of
 * the area, 190 MB at most.
 */
export class KeptPieces {
  readonly #folder: string;
  readonly #key: string;

  /**
   * @param folder belongs to this run alone, and is made when the first piece is kept
   * @param run everything on which the pieces depend; pieces of another question are not used
   */
  constructor(folder: string, { request, workArea, source, windowDays }: KeptRun) {
    const { version, catalogueUrl, collections } = provenanceOf(source);
    const { grid } = workArea;
    const told = { format, version, catalogueUrl, collections, request, grid, windowDays };
    this.#folder = folder;
    this.#key = createHash('sha256').update(JSON.stringify(told)).digest('hex');
  }

  /**
   * Reads a piece that an earlier process has kept. Resolves to undefined if there is none that can
   * be used.
   */
  async read(piece: Piece): Promise<ComposedPiece | undefined> {
    try {
      const kept = deserialize(await readFile(this.#fileOf(piece))) as KeptFile;
      if (kept.key !== this.#key) return undefined;
      const { pair } = kept.composed;
      const [before, after] = [spread(pair.before, piece), spread(pair.after, piece)];
      return { ...kept.composed, pair: { ...pair, before, after } };
    } catch {
      // There is no such file, or it is incomplete. The piece is composed again.
      return undefined;
    }
  }

  /**
   * Keeps a finished piece. If that fails, for example because the disk is full, the run continues:
   * only a later attempt would lose time.
   */
  async write(piece: Piece, composed: ComposedPiece): Promise<void> {
    const { before, after } = composed.pair;
    const pair = { ...composed.pair, before: packed(before, piece), after: packed(after, piece) };
    const bytes = serialize({ key: this.#key, composed: { ...composed, pair } } satisfies KeptFile);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFileAtomically(this.#fileOf(piece), (sink) => sink.write(bytes));
    } catch {
      return;
    }
  }

  #fileOf({ window: { column, row, width, height } }: Piece): string {
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
  readonly composed: ComposedPiece;
}

/**
 * A composite of the pixels inside of the area only. Its planes are copied, because shared memory
 * cannot be serialised.
 */
function packed(composite: Composite, { workArea: { mask, pixelCount } }: Piece): Composite {
  return withPlanes(composite, (plane) => {
    const inside = sameKind(plane, pixelCount);
    for (let pixel = 0, next = 0; next < pixelCount; pixel++) {
      if (mask[pixel] === 1) inside[next++] = plane[pixel];
    }
    return inside;
  });
}

/** The inverse of `packed`. */
function spread(composite: Composite, { workArea: { mask, pixelCount } }: Piece): Composite {
  return withPlanes(composite, (inside) => {
    if (inside.length !== pixelCount) throw new RangeError('A kept piece has another size.');
    const plane = sameKind(inside, mask.length);
    for (let pixel = 0, next = 0; next < pixelCount; pixel++) {
      if (mask[pixel] === 1) plane[pixel] = inside[next++];
    }
    return plane;
  });
}

function sameKind<Plane extends Uint8Array | Uint16Array>(plane: Plane, pixels: number): Plane {
  return (plane instanceof Uint8Array ? new Uint8Array(pixels) : new Uint16Array(pixels)) as Plane;
}

/** A composite with other planes. Samples outside of the area are never read. */
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
