import { getOrLoad, LeastRecentlyUsed } from '../../memory/least-recently-used.ts';
import type { Grid, Window } from '../../raster/grid.ts';
import { bytesPerSample, type Raster } from '../../raster/samples.ts';
import { cutWindow, windowGrid, windowUnder } from '../../raster/window.ts';
import { rangeSource } from '../../source/range-source.ts';
import type { Scene, SceneAsset } from '../../source/scene.ts';
import type { Transport } from '../../source/transport.ts';
import { type RunKernel, runKernelHere } from '../../threads/kernel.ts';
import {
  type IsBlockWanted,
  openTiff,
  readWindow,
  selectOverview,
  type Tiff,
  type TiffImage,
} from '../../tiff/index.ts';
import { decodeRange } from '../../tiff/reading/decode-range.ts';
import type { SourceWindow } from '../place/place-on-grid.ts';
import { SceneFileError, withoutAddresses } from './file-trouble.ts';
import { needOnBlocks } from './need-on-blocks.ts';
import type { NeededPixels } from './needed-pixels.ts';
import { ReadingThreads } from './reading-threads.ts';

/** An image of a scene's file, its place on the ground, and its nodata value. */
export interface PlacedImage {
  readonly href: string;
  readonly image: TiffImage;
  readonly grid: Grid;
  readonly nodata: number;
}

/** How many opened files are kept. No single area needs more. */
const mostOpened = 1_000;
/**
 * Images of at most this many pixels are kept whole: a Sentinel-2 tile at 160 m, and coarser ones.
 */
const mostCoarsePixels = 600_000;
const coarseImageBytes = 64_000_000;
/** A smaller area is finished before threads have started. */
const fewestThreadPixels = 1_000_000;

/**
 * Opens the files of scenes, each once, and reads the parts that work grids need. The creator
 * closes it.
 */
export class SceneFiles {
  readonly #transport: Transport;
  readonly #signal: AbortSignal | undefined;
  readonly #opened = new LeastRecentlyUsed<Promise<Tiff>>(mostOpened);
  readonly #coarse: LeastRecentlyUsed<Promise<Raster>> | undefined;
  #threads: ReadingThreads | undefined;

  /**
   * @param options.keepsCoarseImages whether small images are read whole and kept for a while. This
   *   helps if several work areas read parts of the same scenes.
   */
  constructor(
    transport: Transport,
    signal?: AbortSignal,
    { keepsCoarseImages = false }: { keepsCoarseImages?: boolean } = {},
  ) {
    this.#transport = transport;
    this.#signal = signal;
    this.#coarse = keepsCoarseImages ? new LeastRecentlyUsed(coarseImageBytes) : undefined;
  }

  /**
   * Opens a file at the overview that suits pixels of `pixelSizeMeters`. The file's own
   * georeferencing is used, and the catalogue's only if the file has none. Rejects with
   * TransportError, TiffError or SceneFileError.
   */
  async open(scene: Scene, asset: SceneAsset, pixelSizeMeters: number): Promise<PlacedImage> {
    const tiff = await this.#open(asset.href);
    const image = selectOverview(tiff, pixelSizeMeters);
    const epsg = image.epsg ?? scene.epsg;
    if (!image.affine || epsg === undefined) {
      const file = withoutAddresses(asset.href);
      throw new SceneFileError({ code: 'file-not-placed', params: { file } });
    }
    const grid = { width: image.width, height: image.height, affine: image.affine, epsg };
    return { href: asset.href, image, grid, nodata: image.nodata ?? asset.nodata };
  }

  /**
   * Reads one band of a file where it is needed, block by block, with a margin. Pixels that are not
   * needed may be nodata. Resolves to undefined if the file has nothing there. Rejects like `open`.
   */
  async read(
    placed: PlacedImage,
    needed: NeededPixels,
    marginPixels: number,
  ): Promise<SourceWindow | undefined> {
    const { image, nodata } = placed;
    const { window, target } = needed;
    const source = windowUnder(placed.grid, target, marginPixels);
    if (!source) return undefined;
    const isBlockNeeded = needOnBlocks(placed.grid, image.layout, needed, marginPixels);
    const raster = await this.#readWindow(placed, source, isBlockNeeded);
    return { window, target, raster, source: windowGrid(placed.grid, source), nodata };
  }

  /** Returns what does the work on so many pixels: other threads if the work is worth it. */
  runnerFor(pixelCount: number): RunKernel {
    if (pixelCount < fewestThreadPixels) return runKernelHere;
    this.#threads ??= this.#startThreads();
    return this.#threads.run;
  }

  /** Ends the threads, if there are any. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    void this.#threads?.close();
  }

  #startThreads(): ReadingThreads {
    this.#signal?.throwIfAborted();
    // When the run is cancelled, nobody waits for the threads' work, so they are ended.
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
    return new ReadingThreads();
  }

  readonly #onAbort = (): void => this.close();

  async #readWindow(
    placed: PlacedImage,
    window: Window,
    isBlockWanted: IsBlockWanted | undefined,
  ): Promise<Raster> {
    const { image } = placed;
    if (this.#coarse && image.width * image.height <= mostCoarsePixels) {
      const { bands } = await this.#readWhole(placed, this.#coarse);
      const cut = bands.map((band) => cutWindow(band, image.width, window));
      return { width: window.width, height: window.height, bands: cut };
    }
    const run = this.runnerFor(window.width * window.height);
    return readWindow(image, window, {
      bands: [0],
      signal: this.#signal,
      isBlockWanted,
      ...(run !== runKernelHere && { decodeRange: (task) => run(decodeRange, task) }),
    });
  }

  #readWhole({ href, image }: PlacedImage, kept: LeastRecentlyUsed<Promise<Raster>>) {
    const { width, height, sampleType } = image;
    const window = { column: 0, row: 0, width, height };
    return getOrLoad(
      kept,
      `${href} ${width}`,
      () => readWindow(image, window, { bands: [0], signal: this.#signal }),
      width * height * bytesPerSample(sampleType),
    );
  }

  #open(href: string): Promise<Tiff> {
    return getOrLoad(this.#opened, href, () =>
      openTiff(rangeSource(this.#transport, href), { signal: this.#signal }),
    );
  }
}
