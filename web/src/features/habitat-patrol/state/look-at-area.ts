import { areaBounds, extentSquareKilometers } from '@refugia/contract/area-measures.ts';
import { expectedPixelMeters } from '@refugia/contract/area-pixels.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { PatrolEffect } from './patrol-events.ts';
import type { Area } from './patrol-state.ts';

const { habitatPatrol: constants } = limits;

export type CameraEffect = Extract<PatrolEffect, { kind: 'fit-bounds' | 'fly-to' }>;

/** An area that would be smaller on the screen at the specification's zoom is shown whole instead. */
const smallestPixels = 64;
/** Of the map's tiles. */
const tilePixels = 512;

/**
 * Where the map goes for an area that is not in view: the specification's flight to its centre at
 * zoom 5, which suits the range of a species; at that zoom a drawn field is less than a pixel, so the
 * map goes closer for a small area, until it fills the view.
 */
export function lookAtArea(area: Area): CameraEffect {
  const bounds = areaBounds(area);
  const [west, south, east, north] = bounds;
  const pixelsPerDegree = (tilePixels * 2 ** constants.areaZoom) / 360;
  const spanPixels = Math.max(east - west, north - south) * pixelsPerDegree;
  return spanPixels < smallestPixels
    ? { kind: 'fit-bounds', bounds }
    : { kind: 'fly-to', center: centerOf(bounds), zoom: constants.areaZoom };
}

/** Pixels of this size are blots at the specification's zoom for results. */
const coarsePixelMeters = 80;

/**
 * To a result, at the zoom that its pictures are best looked at: the specification's, or, where they
 * are of coarse pixels or scattered, so that nothing may lie at the centre, the one that shows the
 * whole area.
 */
export function lookAtResult(area: Area): CameraEffect {
  const bounds = areaBounds(area);
  const pixelMeters = expectedPixelMeters(area);
  const isCoarse = pixelMeters !== null && pixelMeters >= coarsePixelMeters;
  return isCoarse || (pixelMeters === finestMeters && isSpread(area))
    ? { kind: 'fit-bounds', bounds }
    : { kind: 'fly-to', center: centerOf(bounds), zoom: constants.resultZoom };
}

const { finestMeters, mostAround } = constants.workPixels;

/** Whether the rectangle around an area is larger than any that can be drawn. */
function isSpread(area: Area): boolean {
  return extentSquareKilometers(area) * 1_000_000 > mostAround * finestMeters ** 2;
}

function centerOf([west, south, east, north]: [number, number, number, number]): [number, number] {
  return [(west + east) / 2, (south + north) / 2];
}
