import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { extentSquareKilometers } from '@refugia/engine/geo/measures.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import { fromLeafletZoom } from '../../../map/map-position.ts';
import type { PatrolEffect } from './patrol-events.ts';
import type { Area } from './patrol-state.ts';

const { habitatPatrol: constants } = limits;

export type CameraEffect = Extract<PatrolEffect, { kind: 'fit-bounds' | 'fly-to' }>;

/** An area that would be smaller than this at the specification's zoom fills the view instead. */
const smallestPixels = 64;
const areaZoom = fromLeafletZoom(constants.areaZoom);
const resultZoom = fromLeafletZoom(constants.resultZoom);
/** Pixels along the side of the map's tiles. */
const tilePixels = 512;

/**
 * The camera movement to an area that is not in view. The specification flies to its centre at zoom
 * 5, which suits the range of a species, but a drawn field would be less than a pixel there.
 */
export function moveToArea(area: Area): CameraEffect {
  const bounds = areaBounds(area);
  const [west, south, east, north] = bounds;
  const pixelsPerDegree = (tilePixels * 2 ** areaZoom) / 360;
  const spanPixels = Math.max(east - west, north - south) * pixelsPerDegree;
  return spanPixels < smallestPixels
    ? { kind: 'fit-bounds', bounds }
    : { kind: 'fly-to', center: middleOf(bounds), zoom: areaZoom };
}

/** From this pixel size on, pixels look like blots at the specification's zoom for results. */
const coarsePixelMeters = 80;

/**
 * The camera movement to a result. The specification sets its zoom. Results with coarse pixels, or
 * of scattered areas whose centre may be empty, are shown whole instead, and so are those that
 * would fill less than half of the map, which the camera finds out.
 */
export function moveToResult(area: Area): CameraEffect {
  const bounds = areaBounds(area);
  const pixelMeters = expectedPixelMeters(area);
  const isCoarse = pixelMeters !== null && pixelMeters >= coarsePixelMeters;
  return isCoarse || (pixelMeters === finestMeters && isSpread(area))
    ? { kind: 'fit-bounds', bounds }
    : { kind: 'fly-to', center: middleOf(bounds), zoom: resultZoom, fillsHalf: bounds };
}

const { finestMeters, mostAround } = constants.workPixels;

/** Whether the rectangle around an area is larger than any that can be drawn. */
function isSpread(area: Area): boolean {
  return extentSquareKilometers(area) * 1_000_000 > mostAround * finestMeters ** 2;
}

/** The middle, beyond 180° for an area across the antimeridian, to which the map flies the short way. */
function middleOf([west, south, east, north]: RunPatch['bbox']): [number, number] {
  return [(west + east) / 2, (south + north) / 2];
}

/** The closest zoom. Beyond it, a pixel of the imagery only becomes a larger square. */
const closestZoom = 15;
/** The width of the view around a patch, in widths of the patch. */
const surroundings = 4;

/** The camera movement to a patch: as close as it fits with its surroundings. */
export function moveToPatch({ bbox }: RunPatch): CameraEffect {
  const [west, south, east, north] = bbox;
  const center = middleOf(bbox);
  // A view as wide as one tile shows 360° at zoom 0, and half of that at each further zoom.
  const span = Math.max(east - west, (north - south) / Math.cos((center[1] * Math.PI) / 180));
  const zoom = Math.min(closestZoom, Math.log2(360 / (span * surroundings)));
  return { kind: 'fly-to', center, zoom };
}
