import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Composite, CompositePair, Subarea, WorkArea } from '../../composite/index.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import { writeWhole } from '../../tiff/index.ts';
import type { SceneSource } from '../find/find-scenes.ts';
import { provenanceOf } from '../result/provenance.ts';
import type { AnalysisRequest } from '../types.ts';

/** Differs from that of earlier versions, whose subareas hold other notes. */
const format = 2;

/**
 * The pictures of one subarea, the notes on them, and the chosen scenes that were not found for it.
 */
export interface ComposedSubarea {
  readonly pair: CompositePair;
  readonly notes: readonly RunFact[];
  readonly unknownIds: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/**
 * The finished subareas of a large area, in a folder that outlives the process which composes them. A
 * run that is started again continues with them. They take about 32 bytes for each pixel inside of
 * the area, 190 MB at most.
 */
export class KeptSubareas {
  readonly #folder: string;
  readonly #key: string;

  /**
   * @param folder belongs to this run alone, and is made when the first subarea is kept
   * @param run everything on which the subareas depend; subareas of another question are not used
   */
  constructor(folder: string, { request, workArea, source, windowDays }: KeptRun) {
    const { version, catalogueUrl, collections } = provenanceOf(source);
    const { grid } = workArea;
    const told = { format, version, catalogueUrl, collections, request, grid, windowDays };
    this.#folder = folder;
    this.#key = createHash('sha256').update(JSON.stringify(told)).digest('hex');
  }

  /**
   * Reads a subarea that an earlier process has kept. Resolves to undefined if there is none that can
   * be used.
   */
  async read(subarea: Subarea): Promise<ComposedSubarea | undefined> {
    try {
      const kept = deserialize(await readFile(this.#fileOf(subarea))) as KeptFile;
      if (kept.key !== this.#key) return undefined;
      const { pair } = kept.composed;
      const [before, after] = [spread(pair.before, subarea), spread(pair.after, subarea)];
      return { ...kept.composed, pair: { ...pair, before, after } };
    } catch {
      // There is no such file, or it is incomplete. The subarea is composed again.
      return undefined;
    }
  }

  /**
   * Keeps a finished subarea. If that fails, for example because the disk is full, the run continues:
   * only a later attempt would lose time.
   */
  async write(subarea: Subarea, composed: ComposedSubarea): Promise<void> {
    const { before, after } = composed.pair;
    const pair = {
      ...composed.pair,
      before: packed(before, subarea),
      after: packed(after, subarea),
    };
    const bytes = serialize({ key: this.#key, composed: { ...composed, pair } } satisfies KeptFile);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeWhole(this.#fileOf(subarea), bytes);
    } catch {
      return;
    }
  }

  #fileOf({ window: { column, row, width, height } }: Subarea): string {
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
  readonly composed: ComposedSubarea;
}

/**
 * A composite of the pixels inside of the area only. Its samples are copied, because shared memory
 * cannot be serialised.
 */
function packed(composite: Composite, { workArea: { mask, pixelCount } }: Subarea): Composite {
  return withSamples(composite, (samples) => {
    const inside = sameKind(samples, pixelCount);
    for (let pixel = 0, next = 0; next < pixelCount; pixel++) {
      if (mask[pixel] === 1) inside[next++] = samples[pixel];
    }
    return inside;
  });
}

/** The inverse of `packed`. */
function spread(composite: Composite, { workArea: { mask, pixelCount } }: Subarea): Composite {
  return withSamples(composite, (inside) => {
    if (inside.length !== pixelCount) throw new RangeError('A kept subarea has another size.');
    const samples = sameKind(inside, mask.length);
    for (let pixel = 0, next = 0; next < pixelCount; pixel++) {
      if (mask[pixel] === 1) samples[pixel] = inside[next++];
    }
    return samples;
  });
}

function sameKind<Kind extends Uint8Array | Uint16Array>(samples: Kind, pixels: number): Kind {
  return (samples instanceof Uint8Array ? new Uint8Array(pixels) : new Uint16Array(pixels)) as Kind;
}

/** A composite with other samples. Samples outside of the area are never read. */
function withSamples(
  composite: Composite,
  change: <Kind extends Uint8Array | Uint16Array>(samples: Kind) => Kind,
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
