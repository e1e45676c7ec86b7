import { LeastRecentlyUsed } from '../memory/least-recently-used.ts';
import { pixelSize } from '../raster/affine.ts';
import type { Grid, Window } from '../raster/grid.ts';
import { bytesPerSample, createSamples, type Raster, type Samples } from '../raster/samples.ts';
import { type Resampling, warp } from '../raster/warp.ts';
import {
  cutWindow,
  intersectWindows,
  windowGrid,
  windowOfMask,
  windowUnder,
} from '../raster/window.ts';
import { rangeSource } from '../source/range-source.ts';
import type { Scene, SceneAsset } from '../source/scene.ts';
import type { Transport } from '../source/transport.ts';
import { openTiff, readWindow, selectOverview, type Tiff, type TiffImage } from '../tiff/index.ts';
import { type Coarsening, coarseningFactor, refinedGrid } from './coarsen.ts';
import { needOnBlocks } from './need-on-blocks.ts';
import { type NeededBlocks, neededWindows } from './needed-windows.ts';

/** A file of a scene that can't be used, whatever the reason; trying again is no use. */
export class SceneFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SceneFileError';
  }
}

/** An image of a scene's file, where it lies on the ground, and its nodata value. */
export interface PlacedImage {
  readonly href: string;
  readonly image: TiffImage;
  readonly grid: Grid;
  readonly nodata: number;
}

/** Samples of a window of the work grid; those that aren't needed may be nodata. */
export interface WindowSamples {
  readonly window: Window;
  readonly samples: Samples;
}

export interface ReadOptions {
  resampling: Resampling;
  /** Pixels of the file around those needed that resampling and `convert` look at. */
  marginPixels: number;
  /** What several pixels of the file are as one, where even its coarsest overview is finer than the grid. */
  coarsen: Coarsening;
  /** Changes the samples, not their type, on the file's own grid. */
  convert?: (raster: Raster) => Raster;
}

/** Opened files that are kept: more than any area at once has, and a bound where there are thousands. */
const mostOpened = 1_000;
/** Images of so few pixels are kept whole: a Sentinel-2 tile's at 160 m, and coarser ones. */
const mostCoarsePixels = 600_000;
const coarseImageBytes = 64_000_000;

/** Opens the files of scenes, each once, and reads them onto work grids. */
export class SceneFiles {
  readonly #transport: Transport;
  readonly #signal: AbortSignal | undefined;
  readonly #opened = new LeastRecentlyUsed<Promise<Tiff>>(mostOpened);
  readonly #coarse: LeastRecentlyUsed<Promise<Raster>> | undefined;

  /**
   * @param options.keepsCoarseImages whether small images are read whole and kept for a while: of use
   *   where several work areas read parts of the same scenes
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
   * Opens a file at the overview that pixels of `pixelSizeMeters` need. Where it lies is what the
   * file says; what the catalogue says of the scene counts only when the file is silent.
   * Rejects with TransportError, TiffError or SceneFileError.
   */
  async open(scene: Scene, asset: SceneAsset, pixelSizeMeters: number): Promise<PlacedImage> {
    const tiff = await this.#open(asset.href);
    const image = selectOverview(tiff, pixelSizeMeters);
    const epsg = image.epsg ?? scene.epsg;
    if (!image.affine || epsg === undefined) {
      throw new SceneFileError(`${asset.href} doesn't say where on the ground its pixels lie.`);
    }
    const grid = { width: image.width, height: image.height, affine: image.affine, epsg };
    return { href: asset.href, image, grid, nodata: image.nodata ?? asset.nodata };
  }

  /**
   * Reads one band of a file where `need` (1 on each needed pixel of `grid`) asks for it, block by
   * block, and resamples it after `convert`. Undefined when nothing is needed or the file has nothing
   * there. Rejects like `open`.
   */
  async read(
    placed: PlacedImage,
    grid: Grid,
    need: Uint8Array,
    { resampling, marginPixels, coarsen, convert }: ReadOptions,
  ): Promise<WindowSamples | undefined> {
    const { image, nodata } = placed;
    const window = windowOfMask(need, grid.width);
    if (!window) return undefined;
    const target = windowGrid(grid, window);
    const source = windowUnder(placed.grid, target, marginPixels);
    if (!source) return undefined;
    const needed = cutWindow(need, grid.width, window);
    const blocks = needOnBlocks(placed.grid, image.layout, needed, target, marginPixels);
    const raster = await this.#readBlocks(placed, source, blocks);
    const converted = convert ? convert(raster) : raster;
    const factor = coarseningFactor(pixelSizeOf(placed.grid), target);
    const fine = factor === 1 ? target : refinedGrid(target, factor);
    const warped = warp(converted, windowGrid(placed.grid, source), fine, { resampling, nodata });
    const [samples] = warped.bands;
    if (factor === 1) return { window, samples: samples! };
    return { window, samples: coarsen(samples!, { ...target, factor, nodata }) };
  }

  /** Samples of a window of the file; of its blocks that aren't needed, nodata. */
  async #readBlocks(
    placed: PlacedImage,
    source: Window,
    blocks: NeededBlocks | undefined,
  ): Promise<Raster> {
    const { image, nodata } = placed;
    const signal = this.#signal;
    if (this.#coarse && image.width * image.height <= mostCoarsePixels) {
      return cutRaster(await this.#readWhole(placed, this.#coarse), source);
    }
    const parts = blocks
      ? neededWindows(blocks).flatMap((part) => intersectWindows(part, source) ?? [])
      : [source];
    if (
      parts.length === 1 &&
      parts[0]!.width === source.width &&
      parts[0]!.height === source.height
    ) {
      return readWindow(image, source, { bands: [0], signal });
    }
    const samples = createSamples(image.sampleType, source.width * source.height).fill(nodata);
    await Promise.all(
      parts.map(async (part) => {
        const { bands } = await readWindow(image, part, { bands: [0], signal });
        for (let row = 0; row < part.height; row += 1) {
          const line = bands[0]!.subarray(row * part.width, (row + 1) * part.width);
          const start = (part.row - source.row + row) * source.width + part.column - source.column;
          samples.set(line, start);
        }
      }),
    );
    return { width: source.width, height: source.height, bands: [samples] };
  }

  /** A failed reading isn't kept, so that whoever asks next tries again. */
  #readWhole({ href, image }: PlacedImage, kept: LeastRecentlyUsed<Promise<Raster>>) {
    const { width, height, sampleType } = image;
    const key = `${href} ${width}`;
    const known = kept.get(key);
    if (known) return known;
    const window = { column: 0, row: 0, width, height };
    const read = readWindow(image, window, { bands: [0], signal: this.#signal });
    kept.set(key, read, width * height * bytesPerSample(sampleType));
    read.catch(() => kept.delete(key));
    return read;
  }

  /** A failed opening isn't kept, so that whoever asks next tries again. */
  #open(href: string): Promise<Tiff> {
    const known = this.#opened.get(href);
    if (known) return known;
    const opened = openTiff(rangeSource(this.#transport, href), { signal: this.#signal });
    this.#opened.set(href, opened);
    opened.catch(() => this.#opened.delete(href));
    return opened;
  }
}

/** A window of a raster as one of its own. */
function cutRaster({ width, bands }: Raster, window: Window): Raster {
  const cut = bands.map((band) => {
    const samples = band.slice(0, window.width * window.height);
    for (let row = 0; row < window.height; row += 1) {
      const start = (window.row + row) * width + window.column;
      samples.set(band.subarray(start, start + window.width), row * window.width);
    }
    return samples;
  });
  return { width: window.width, height: window.height, bands: cut };
}

/** The longer side of an image's pixels, in metres when its CRS counts in metres. */
export function pixelSizeOf({ affine }: Grid): number {
  return Math.max(...pixelSize(affine));
}
