import type { MultiPolygon, Polygon } from 'geojson';
import { AnalysisFailure } from '../analysis/types.ts';
import { areaLayout } from '../raster/area-layout.ts';
import { workEpsg } from '../raster/crs.ts';
import type { Grid } from '../raster/grid.ts';
import { type PixelLayout, rectangleLayout } from '../raster/pixel-layout.ts';
import { rasterizeArea } from '../raster/rasterize.ts';
import { areaBounds, gridArea, type WorkGridOptions, workGrid } from '../raster/work-grid.ts';
import type { Scene, SceneAsset } from '../source/scene.ts';
import { TransportError } from '../source/transport.ts';
import { isFileTrouble, sentenceOf } from './notes.ts';
import { pixelSizeOf } from './place-on-grid.ts';
import { SceneFiles } from './scene-files.ts';
import type { PixelLimits, WorkArea, WorkAreaOptions } from './types.ts';

/** What a run works on, unless it is told otherwise. */
export const workPixels = {
  /** No scene is worked on in finer pixels. */
  finestMeters: 10,
  /** In these the contiguous United States are as many pixels as there may be. */
  coarsestMeters: 2_560,
  /** Pixels of the rectangle around an area; each takes 80 bytes, and 70 more inside of the area. */
  most: 6_000_000,
  /**
   * Where so few of them lie inside (500 km² of 10 m, and what a grid stretches at its rim), the
   * rectangle may have more: 912 km² are the most around anything of the perimeter that can be drawn.
   * Where a larger one has so few finest pixels inside, these alone are worked on.
   */
  mostInside: 5_050_000,
  mostAround: 9_250_000,
} as const;
/** Scenes that are tried before it is given up to find one that opens. */
const triedScenes = 8;
/** As many that could not be reached mean that none can be reached now. */
const unreachedScenes = 3;

/**
 * The pixels to work on: the area's UTM zone, or an equal-area grid where the area reaches beyond it;
 * pixels as large as the scenes' own (10 m at least), snapped to the scenes' grid so that most pixels
 * are copied. What the file says of its grid counts, not what the catalogue says. An area of more
 * pixels than allowed gets coarser ones, by doubling.
 * Rejects with AnalysisFailure.
 */
export async function chooseWorkArea(options: WorkAreaOptions): Promise<WorkArea> {
  const { area, scenes, transport, signal } = options;
  const zone = workEpsg(areaBounds(area));
  const sample = await openFirst(
    inZoneFirst(scenes, zone),
    new SceneFiles(transport, signal),
    signal,
  );
  const scenePixelMeters = Math.max(workPixels.finestMeters, pixelSizeOf(sample));
  return finestWorkArea(area, { ...options, pixelSizeMeters: scenePixelMeters, snapTo: sample });
}

/**
 * The pixels to work on in an area that is composed piece by piece, or undefined when it is no wider
 * and no higher than `chunkMeters`. They follow from the area alone: 10 m, doubled until there are
 * not too many. Rejects with AnalysisFailure.
 */
export function chooseWideArea(
  area: Polygon | MultiPolygon,
  { chunkMeters }: { chunkMeters: number },
): WorkArea | undefined {
  const pixelSizeMeters = workPixels.finestMeters;
  const { width, height } = workGrid(area, { pixelSizeMeters });
  if (Math.max(width, height) * pixelSizeMeters <= chunkMeters) return undefined;
  return finestWorkArea(area, { limits: pieceLimits, pixelSizeMeters });
}

/** As a rectangle, pieces need the memory that little inside of it would save. */
const pieceLimits: PixelLimits = { most: workPixels.most, mostInside: workPixels.mostInside };

/** Pixels in which scenes are looked at before a run: shares of cloud within a hundredth. */
const surveyLimits: PixelLimits = { most: 20_000 };

/**
 * Coarse pixels that tell how cloudy a scene is over an area. They follow from the area alone, so that
 * no file has to be opened first. Throws AnalysisFailure where there are none.
 */
export function chooseSurveyArea(area: Polygon | MultiPolygon): WorkArea {
  return finestWorkArea(area, { pixelSizeMeters: workPixels.finestMeters, limits: surveyLimits });
}

/** The area in the finest pixels, by doubling, of which there are not too many. Throws AnalysisFailure. */
export function finestWorkArea(
  area: Polygon | MultiPolygon,
  options: WorkGridOptions & { limits?: PixelLimits },
): WorkArea {
  const { pixelSizeMeters: finest, limits = workPixels } = options;
  for (let pixelSizeMeters = finest; ; pixelSizeMeters *= 2) {
    const grid = workGrid(area, { ...options, pixelSizeMeters });
    if (pixelSizeMeters > workPixels.coarsestMeters) throw tooLarge(grid);
    const workArea =
      rectangleOn(grid, area, limits) ??
      (pixelSizeMeters === finest ? scatteredOn(grid, area, limits) : undefined);
    if (!workArea) continue;
    const coarsened = pixelSizeMeters > finest;
    return { ...workArea, ...(coarsened && { coarsenedFromMeters: finest }) };
  }
}

/** The area as a part of the rectangle around it; undefined where that has too many pixels. */
function rectangleOn(
  grid: Grid,
  area: Polygon | MultiPolygon,
  { most, mostInside = 0, mostAround = most }: PixelLimits,
): WorkArea | undefined {
  const layout = rectangleLayout(grid);
  // A grid across which not even a number of pixels can be told has too many.
  if (!(layout.pixelCount <= mostAround)) return undefined;
  const mask = rasterizeArea(area, grid);
  const workArea = workAreaOf(grid, layout, mask);
  const isFew = layout.pixelCount <= most || workArea.pixelCount <= mostInside;
  return isFew ? workArea : undefined;
}

/** Overlapping parts are counted twice when it is estimated how many pixels an area has. */
const largestOverlap = 2;

/** The area's own pixels, wherever they lie; undefined where there are too many. */
function scatteredOn(
  grid: Grid,
  area: Polygon | MultiPolygon,
  { mostInside = 0 }: PixelLimits,
): WorkArea | undefined {
  const [pixelSizeMeters] = grid.affine;
  const estimate = gridArea(area, grid) / pixelSizeMeters ** 2;
  if (!(estimate <= largestOverlap * mostInside)) return undefined;
  const layout = areaLayout(area, grid);
  if (layout.pixelCount > mostInside) return undefined;
  return workAreaOf(grid, layout, new Uint8Array(layout.pixelCount).fill(1));
}

function workAreaOf(grid: Grid, layout: PixelLayout, mask: Uint8Array): WorkArea {
  const [pixelSizeMeters] = grid.affine;
  let pixelCount = 0;
  for (let index = 0; index < mask.length; index += 1) pixelCount += mask[index]!;
  if (pixelCount === 0) {
    throw new AnalysisFailure(
      `The area is smaller than one pixel of ${pixelSizeMeters} m. Draw a larger one.`,
      { permanent: true },
    );
  }
  return { grid, layout, mask, pixelCount, pixelSizeMeters };
}

function tooLarge({ width, height, affine: [pixelSizeMeters] }: Grid): AnalysisFailure {
  const [kilometersAcross, kilometersDown] = [width, height].map((pixels) =>
    Math.ceil((pixels * pixelSizeMeters) / 1000).toLocaleString('en-US'),
  );
  return new AnalysisFailure(
    `The area spans ${kilometersAcross} by ${kilometersDown} km, more than one analysis can work on. Choose a smaller area, or one part of it at a time.`,
    { permanent: true },
  );
}

/** A scene of the area's own zone can tell the snapping, others the pixel size only. */
function inZoneFirst(scenes: readonly Scene[], zone: number): Scene[] {
  return [...scenes].sort((a, b) => Number(b.epsg === zone) - Number(a.epsg === zone));
}

async function openFirst(
  scenes: readonly Scene[],
  files: SceneFiles,
  signal: AbortSignal | undefined,
): Promise<Grid> {
  let failure: unknown;
  let unreached = 0;
  for (const scene of scenes.slice(0, triedScenes)) {
    const asset = finestAsset(scene);
    if (!asset) continue;
    try {
      const { grid } = await files.open(scene, asset, 0);
      return grid;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(failure)) failure = error;
      if (isPassing(error)) unreached += 1;
      if (unreached === unreachedScenes) break;
    }
  }
  const reason = failure ? ` (${sentenceOf(failure).slice(0, -1)})` : '';
  throw new AnalysisFailure(`No scene of the area could be opened${reason}.`, {
    permanent: !isFileTrouble(failure),
    cause: failure,
  });
}

/** Blue, green, red and near infrared have the finest pixels; all four have the same. */
function finestAsset({ bands }: Scene): SceneAsset | undefined {
  return bands.blue ?? bands.green ?? bands.red ?? bands.nir;
}

function isPassing(failure: unknown): boolean {
  return failure instanceof TransportError && failure.retryable;
}
