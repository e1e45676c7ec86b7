import type { RunFact } from '../../facts/run-facts.ts';
import { sharedArray } from '../../memory/shared-array.ts';
import { alignedOffset } from '../../raster/warp.ts';
import type { BandName, Scene } from '../../source/scene.ts';
import { offsetOfBaseline4 } from '../../source/stac-item.ts';
import { TransportError } from '../../source/transport.ts';
import { allOf } from '../../threads/wait-for.ts';
import type { BandTask, PlacedBand } from '../place/place-band.ts';
import { placeBand } from '../place/place-band.ts';
import { bandMarginPixels } from '../place/place-on-grid.ts';
import { SceneFileError } from '../read/file-trouble.ts';
import { type NeededPixels, neededPixels } from '../read/needed-pixels.ts';
import type { PlacedImage } from '../read/scene-files.ts';
import { assignClear, assignSnow, type OnGiven, snowCandidates } from '../survey/assign.ts';
import type { RankedDate } from '../survey/rank.ts';
import { type CompositeContext, Survey, type SurveyedScene } from '../survey/survey.ts';
import { unassigned } from '../usability/usable-pixels.ts';

type OpenedBands = ReadonlyMap<BandName, PlacedImage>;

/**
 * One date's composite while it is being filled. Each pixel is assigned to a scene, then the
 * scene's bands are read. If a scene fails, or has no value where its classification promised one,
 * its pixels are assigned to other scenes.
 */
export class DateComposite {
  readonly survey: Survey;
  /** Scenes that were given pixels; indices into it are what `assignment` holds. */
  readonly roster: SurveyedScene[] = [];
  readonly assignment: Uint8Array;
  /** Reflectance × 10,000 on the work grid; 0 where nothing has been read. */
  readonly bands = new Map<BandName, Uint16Array>();
  readonly notes: RunFact[] = [];
  readonly #context: CompositeContext;
  /** For each scene with newly assigned pixels since it was last read: 1 on each of them. */
  readonly #pending = new Map<SurveyedScene, Uint8Array>();
  readonly #opened = new Map<SurveyedScene, OpenedBands>();
  #hasLostPixels = false;

  constructor(scenes: readonly Scene[], wanted: RankedDate, context: CompositeContext) {
    this.survey = new Survey(scenes, wanted, context);
    this.#context = context;
    const { mask } = context.workArea;
    this.assignment = sharedArray(Uint8Array, mask.length).fill(unassigned);
  }

  /** Whether scenes have lost pixels since pixels were last assigned. */
  get hasLostPixels(): boolean {
    return this.#hasLostPixels;
  }

  isEmpty(): boolean {
    return this.assignment.every((slot) => slot === unassigned);
  }

  /** Assigns pixels that have no scene to the nearest scene in which they are clear. */
  assignClear(): void {
    this.#hasLostPixels = false;
    const { pixelCount } = this.#context.workArea;
    const onGiven = this.#onGiven;
    assignClear(this.assignment, this.roster, this.survey.scenes, { pixelCount, onGiven });
  }

  snowCandidates(): Uint8Array | undefined {
    return snowCandidates(this.assignment, this.survey.scenes);
  }

  assignSnow(allowed: Uint8Array): void {
    const { pixelCount } = this.#context.workArea;
    const onGiven = this.#onGiven;
    assignSnow(this.assignment, this.roster, this.survey.scenes, { allowed, pixelCount, onGiven });
  }

  readonly #onGiven: OnGiven = (surveyed, given) => {
    const pending = this.#pending.get(surveyed);
    if (!pending) this.#pending.set(surveyed, given);
    else for (let index = 0; index < given.length; index++) pending[index] |= given[index];
  };

  /** The number of pixels assigned to each scene of the roster. */
  pixelCounts(): Uint32Array {
    const counts = new Uint32Array(this.roster.length);
    for (let index = 0; index < this.assignment.length; index++) {
      const slot = this.assignment[index];
      if (slot !== unassigned) counts[slot]++;
    }
    return counts;
  }

  /** Scenes with assigned pixels that have not been read yet. */
  pending(): SurveyedScene[] {
    return this.roster.filter((surveyed) => this.#pending.has(surveyed));
  }

  /**
   * Opens the band files of scenes. If a band's file does not exist, the scene does not have the
   * band. A scene that cannot be reached is dropped.
   */
  async openBands(scenes: readonly SurveyedScene[]): Promise<void> {
    const unopened = scenes.filter((scene) => !this.#opened.has(scene));
    await Promise.all(
      unopened.map(async (surveyed) => {
        try {
          this.#opened.set(surveyed, await this.#openFiles(surveyed.scene));
        } catch (reason) {
          this.drop(surveyed, reason);
        }
      }),
    );
  }

  bandsOf(surveyed: SurveyedScene): OpenedBands {
    return this.#opened.get(surveyed) ?? new Map();
  }

  /** Reads a scene's newly assigned pixels, band by band. Rejects only if the run is cancelled. */
  async read(
    surveyed: SurveyedScene,
    names: readonly BandName[],
    onBand: () => void,
  ): Promise<void> {
    const need = this.#pending.get(surveyed);
    const needed = need && neededPixels(this.#context.workArea.grid, need);
    if (!needed) return;
    this.#pending.delete(surveyed);
    try {
      this.#dropMissing(surveyed, need, await this.#readInto(surveyed, { names, needed, onBand }));
    } catch (reason) {
      this.#context.signal?.throwIfAborted();
      this.drop(surveyed, reason);
    }
  }

  /** Excludes a scene for good. Its pixels have no scene again. */
  drop(surveyed: SurveyedScene, reason: unknown): void {
    this.#context.signal?.throwIfAborted();
    this.survey.drop(surveyed.scene, reason);
    this.#pending.delete(surveyed);
    const slot = this.roster.indexOf(surveyed);
    for (let index = 0; index < this.assignment.length; index++) {
      if (this.assignment[index] === slot) this.#giveBack(index);
    }
  }

  #giveBack(index: number): void {
    this.#hasLostPixels = true;
    this.assignment[index] = unassigned;
    for (const band of this.bands.values()) band[index] = 0;
  }

  async #openFiles(scene: Scene): Promise<OpenedBands> {
    const { files, workArea } = this.#context;
    const opened = new Map<BandName, PlacedImage>();
    const open = async (name: BandName): Promise<void> => {
      try {
        opened.set(name, await files.open(scene, scene.bands[name]!, workArea.pixelSizeMeters));
      } catch (error) {
        if (!(error instanceof TransportError) || error.retryable) throw error;
      }
    };
    await allOf((Object.keys(scene.bands) as BandName[]).map(open));
    return opened;
  }

  /**
   * Reads bands where they are needed. Resolves to a mask with 1 for each pixel that lacks one of
   * the bands, or to undefined if no pixel does.
   */
  async #readInto(
    surveyed: SurveyedScene,
    {
      names,
      needed,
      onBand,
    }: { names: readonly BandName[]; needed: NeededPixels; onBand: () => void },
  ): Promise<Uint8Array | undefined> {
    const { scene } = surveyed;
    const missing = sharedArray(Uint8Array, needed.need.length);
    const tasks = await allOf(
      names.map(async (name) => {
        const task = await this.#readBand(surveyed, name, { needed, missing });
        const placed = task && { task, ...(await this.#place(task)) };
        onBand();
        return placed;
      }),
    );
    if (tasks.some((placed) => placed?.isDoublySubtracted)) {
      const correction = -offsetOfBaseline4;
      await allOf(
        tasks.map(async (placed) => placed && this.#place({ ...placed.task, correction })),
      );
      this.notes.push({ code: 'offset-subtracted-twice', params: { sceneId: scene.id } });
    }
    return tasks.some((placed) => placed?.isLacking ?? true) ? missing : undefined;
  }

  /**
   * What is written into a band of the picture; undefined if the scene's file has nothing there.
   */
  async #readBand(
    surveyed: SurveyedScene,
    name: BandName,
    { needed, missing }: { needed: NeededPixels; missing: Uint8Array },
  ): Promise<BandTask | undefined> {
    const { files, workArea } = this.#context;
    const { need, spans } = needed;
    const placed = this.bandsOf(surveyed).get(name)!;
    // Pixels of both grids that coincide are copied without interpolation.
    const margin = alignedOffset(placed.grid, workArea.grid) ? 0 : bandMarginPixels;
    const read = await files.read(placed, needed, margin);
    if (!read) {
      missing.set(need);
      return undefined;
    }
    const asset = surveyed.scene.bands[name]!;
    const gridWidth = workArea.grid.width;
    const band = bandOf(this.bands, name, this.assignment.length);
    return { asset, name, read, gridWidth, spans, missing, band, correction: 0 };
  }

  #place(task: BandTask): Promise<PlacedBand> {
    return this.#context.files.runnerFor(task.missing.length)(placeBand, task);
  }

  /**
   * Takes back pixels without a value in some band, and does not assign them to this scene again.
   */
  #dropMissing(surveyed: SurveyedScene, need: Uint8Array, missing: Uint8Array | undefined): void {
    if (!missing) return;
    if (need.every((value, pixel) => value === missing[pixel])) {
      throw new SceneFileError({ code: 'no-values' });
    }
    for (let index = 0; index < missing.length; index++) {
      if (missing[index] === 0) continue;
      this.survey.dropPixel(surveyed, index);
      this.#giveBack(index);
    }
  }
}

/**
 * The band of that name; if there is none yet, one of zeros. It is in shared memory, so that another
 * thread can write the picture while this one detects change.
 */
export function bandOf(
  bands: Map<BandName, Uint16Array>,
  name: BandName,
  pixels: number,
): Uint16Array {
  const known = bands.get(name);
  if (known) return known;
  const band = sharedArray(Uint16Array, pixels);
  bands.set(name, band);
  return band;
}
