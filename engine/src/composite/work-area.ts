import type { MultiPolygon, Polygon } from 'geojson';
import { AnalysisFailure } from '../analysis/types.ts';
import { workEpsg } from '../raster/crs.ts';
import type { Grid } from '../raster/grid.ts';
import { rasterizeArea } from '../raster/rasterize.ts';
import { areaBounds, GridTooLargeError, workGrid } from '../raster/work-grid.ts';
import type { Scene, SceneAsset } from '../source/scene.ts';
import { TransportError } from '../source/transport.ts';
import { isFileTrouble, sentenceOf } from './notes.ts';
import { pixelSizeOf } from './place-on-grid.ts';
import { SceneFiles } from './scene-files.ts';
import type { WorkArea, WorkAreaOptions } from './types.ts';

/** What a run works on, unless it is told otherwise. */
export const workPixels = {
  /** No scene is worked on in finer pixels. */
  finestMeters: 10,
  /** In these the contiguous United States are as many pixels as there may be. */
  coarsestMeters: 2_560,
  /** Both dates, the change score and its passes take about 60 bytes a pixel. */
  most: 6_000_000,
} as const;
/** Scenes that are tried before it is given up to find one that opens. */
const triedScenes = 8;
/** As many that could not be reached mean that none can be reached now. */
const unreachedScenes = 3;

/**
 * The pixels to work on: the area's UTM zone, or an equal-area grid where the area reaches beyond it; pixels as large as the scenes' own (10 m at least),
 * snapped to the scenes' grid so that most pixels are copied. What the file says of its grid counts,
 * not what the catalogue says. An area of more pixels than allowed gets coarser ones, by doubling.
 * Rejects with AnalysisFailure.
 */
export async function chooseWorkArea(options: WorkAreaOptions): Promise<WorkArea> {
  const { area, scenes, transport, signal } = options;
  const { maxPixels = workPixels.most, largestPixelMeters = workPixels.coarsestMeters } = options;
  const zone = workEpsg(areaBounds(area));
  const sample = await openFirst(
    inZoneFirst(scenes, zone),
    new SceneFiles(transport, signal),
    signal,
  );
  const scenePixelMeters = Math.max(workPixels.finestMeters, pixelSizeOf(sample));
  const grid = gridOf(
    area,
    { pixelSizeMeters: scenePixelMeters, snapTo: sample, maxPixels },
    largestPixelMeters,
  );
  return areaOn(grid, area, scenePixelMeters);
}

/**
 * The pixels to work on in an area that is composed piece by piece, or undefined when it is no wider
 * and no higher than `chunkMeters`. They follow from the area alone: 10 m, doubled until there are
 * not too many. Rejects with AnalysisFailure.
 */
export function chooseWideArea(
  area: Polygon | MultiPolygon,
  options: { chunkMeters: number } & Pick<WorkAreaOptions, 'maxPixels' | 'largestPixelMeters'>,
): WorkArea | undefined {
  const { chunkMeters, maxPixels = workPixels.most } = options;
  const { largestPixelMeters = workPixels.coarsestMeters } = options;
  const { finestMeters } = workPixels;
  const finest = workGrid(area, { pixelSizeMeters: finestMeters, maxPixels: Infinity });
  const longestMeters = Math.max(finest.width, finest.height) * finestMeters;
  if (longestMeters <= chunkMeters) return undefined;
  const grid = gridOf(area, { pixelSizeMeters: finestMeters, maxPixels }, largestPixelMeters);
  return areaOn(grid, area, finestMeters);
}

/** Most pixels in which scenes are looked at before a run: shares of cloud within a hundredth. */
const mostSurveyPixels = 20_000;

/**
 * Coarse pixels that tell how cloudy a scene is over an area. They follow from the area alone, so that
 * no file has to be opened first. Throws AnalysisFailure where there are none.
 */
export function chooseSurveyArea(area: Polygon | MultiPolygon): WorkArea {
  const { finestMeters, coarsestMeters } = workPixels;
  const options = { pixelSizeMeters: finestMeters, maxPixels: mostSurveyPixels };
  return areaOn(gridOf(area, options, coarsestMeters), area, finestMeters);
}

function areaOn(grid: Grid, area: Polygon | MultiPolygon, scenePixelMeters: number): WorkArea {
  const pixelSizeMeters = grid.affine[0];
  const mask = rasterizeArea(area, grid);
  let pixelCount = 0;
  for (let index = 0; index < mask.length; index += 1) pixelCount += mask[index]!;
  if (pixelCount === 0) {
    throw new AnalysisFailure(
      `The area is smaller than one pixel of ${pixelSizeMeters} m. Draw a larger one.`,
      { permanent: true },
    );
  }
  const coarsened = pixelSizeMeters > scenePixelMeters;
  return {
    grid,
    mask,
    pixelCount,
    pixelSizeMeters,
    ...(coarsened && { coarsenedFromMeters: scenePixelMeters }),
  };
}

/** The grid in the finest pixels of which there are not too many. */
function gridOf(
  area: Parameters<typeof workGrid>[0],
  options: Parameters<typeof workGrid>[1],
  largestPixelMeters: number,
): Grid {
  try {
    return workGrid(area, options);
  } catch (cause) {
    if (!(cause instanceof GridTooLargeError)) throw cause;
    const pixelSizeMeters = options.pixelSizeMeters * 2;
    if (pixelSizeMeters <= largestPixelMeters) {
      return gridOf(area, { ...options, pixelSizeMeters }, largestPixelMeters);
    }
    throw new AnalysisFailure(cause.message, { permanent: true, cause });
  }
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
