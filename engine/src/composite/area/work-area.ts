import type { MultiPolygon, Polygon } from 'geojson';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { areaBounds } from '../../geo/bounds.ts';
import { workEpsg } from '../../geo/work-crs.ts';
import { workPixels } from '../../geo/work-pixels.ts';
import type { Grid } from '../../raster/grid.ts';
import { type PixelLayout, rectangleLayout } from '../../raster/pixel-layout.ts';
import { areaLayout, rasterizeArea } from '../../raster/rasterize.ts';
import { gridArea, type WorkGridOptions, workGrid } from '../../raster/work-grid.ts';
import type { Scene, SceneAsset } from '../../source/scene.ts';
import { mayPass } from '../../source/transport.ts';
import { pixelSizeOf } from '../place/place-on-grid.ts';
import { isFileTrouble, troubleOf } from '../read/file-trouble.ts';
import { SceneFiles } from '../read/scene-files.ts';
import type { PixelLimits, WorkArea, WorkAreaOptions } from '../types.ts';

/** How many scenes are tried until one opens. */
const triedScenes = 8;
/** If this many scenes could not be reached, no scene can be reached now. */
const unreachedScenes = 3;

/**
 * Chooses the pixels to work on. Their grid is that of the area's UTM zone, or an equal-area grid
 * if the area reaches beyond the zone. They are as large as the scenes' own pixels, at least 10 m,
 * and snapped to the scenes' grid so that most pixels can be copied. The grid of the scene's file
 * decides, not the catalogue's entry. If the area has more pixels than allowed, the pixel size is
 * doubled until it has not. Rejects with AnalysisFailure.
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
 * Chooses the pixels to work on in an area that is composed by subareas. The result is undefined
 * if the area is no wider and no higher than `subareaMeters`. The pixels depend on the area alone:
 * they measure 10 m, doubled until there are not too many. Rejects with AnalysisFailure.
 */
export function chooseWideArea(
  area: Polygon | MultiPolygon,
  { subareaMeters }: { subareaMeters: number },
): WorkArea | undefined {
  const pixelSizeMeters = workPixels.finestMeters;
  const { width, height } = workGrid(area, { pixelSizeMeters });
  if (Math.max(width, height) * pixelSizeMeters <= subareaMeters) return undefined;
  return finestWorkArea(area, { limits: subareaLimits, pixelSizeMeters });
}

/**
 * Subareas are rectangles and need memory for all of their pixels, so `mostAround` does not apply.
 */
const subareaLimits: PixelLimits = { most: workPixels.most, mostInside: workPixels.mostInside };

/**
 * Pixels in which scenes are looked at before a run. They tell shares of cloud to within a
 * hundredth.
 */
const previewLimits: PixelLimits = { most: 20_000 };

/**
 * Chooses coarse pixels that tell how cloudy a scene is over an area. They depend on the area
 * alone, so no file has to be opened first. Throws AnalysisFailure if there are none.
 */
export function choosePreviewArea(area: Polygon | MultiPolygon): WorkArea {
  return finestWorkArea(area, { pixelSizeMeters: workPixels.finestMeters, limits: previewLimits });
}

/** The area in the finest pixels, by doubling, that the limits allow. Throws AnalysisFailure. */
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
    if (workArea.pixelCount === 0) {
      throw new AnalysisFailure(
        { code: 'area-below-pixel', params: { pixelSizeMeters } },
        { permanent: true },
      );
    }
    const coarsened = pixelSizeMeters > finest;
    return { ...workArea, ...(coarsened && { coarsenedFromMeters: finest }) };
  }
}

/**
 * The area as a part of the rectangle around it; undefined if the rectangle has too many pixels.
 */
function rectangleOn(
  grid: Grid,
  area: Polygon | MultiPolygon,
  { most, mostInside = 0, mostAround = most }: PixelLimits,
): WorkArea | undefined {
  const layout = rectangleLayout(grid);
  // The count is NaN for a grid whose size cannot be computed. Such a grid is too large as well.
  if (!(layout.pixelCount <= mostAround)) return undefined;
  const mask = rasterizeArea(area, grid);
  const workArea = workAreaOf(grid, mask);
  const isFew = layout.pixelCount <= most || workArea.pixelCount <= mostInside;
  return isFew ? workArea : undefined;
}

/** An estimate of the area's pixels may count overlapping parts twice. */
const largestOverlap = 2;

/**
 * Only the pixels inside of the area, without the rectangle around it; undefined if there are too
 * many.
 */
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
  return workAreaOf(grid, new Uint8Array(layout.pixelCount).fill(1), layout);
}

/** The pixels of a mask as a work area: samples of the layout, which is the whole grid when left out. */
export function workAreaOf(
  grid: Grid,
  mask: Uint8Array,
  layout: PixelLayout = rectangleLayout(grid),
): WorkArea {
  let pixelCount = 0;
  for (let index = 0; index < mask.length; index++) pixelCount += mask[index];
  return { grid, layout, mask, pixelCount, pixelSizeMeters: grid.affine[0] };
}

function tooLarge({ width, height, affine: [pixelSizeMeters] }: Grid): AnalysisFailure {
  const kilometersOf = (pixels: number) => Math.ceil((pixels * pixelSizeMeters) / 1000);
  const params = { kilometersAcross: kilometersOf(width), kilometersDown: kilometersOf(height) };
  return new AnalysisFailure({ code: 'area-too-wide', params }, { permanent: true });
}

/**
 * Orders scenes of the area's own zone first. Only such scenes tell to which grid pixels are
 * snapped; others tell the pixel size alone.
 */
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
      if (!mayPass(failure)) failure = error;
      if (mayPass(error)) unreached++;
      if (unreached === unreachedScenes) break;
    }
  }
  const trouble = failure ? troubleOf(failure) : null;
  throw new AnalysisFailure(
    { code: 'no-scene-opened', params: { trouble } },
    { permanent: !isFileTrouble(failure), cause: failure },
  );
}

/**
 * The asset with the finest pixels. Blue, green, red and near infrared have the finest pixels, all
 * of one size.
 */
function finestAsset({ bands }: Scene): SceneAsset | undefined {
  return bands.blue ?? bands.green ?? bands.red ?? bands.nir;
}
