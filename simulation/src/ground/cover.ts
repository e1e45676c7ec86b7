import { clamp } from '../world/noise.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import type { Landscape } from './landscape.ts';
import type { Parcel } from './parcels.ts';

/** Everything that decides a pixel's cover. One object is reused for all pixels. */
export interface PixelPlace extends Omit<Landscape, 'elevationMeters'> {
  x: number;
  y: number;
  pixelMeters: number;
  /** Noises of unit variance with features of some 100 to 500 m. */
  detailA: number;
  detailB: number;
  relief: number;
  /** 32 random bits of this pixel. */
  speckle: number;
  parcel: Parcel;
  seed: number;
}

/** A pixel's cover: mostly `surface`, with a share of `other`. */
export type Cover = ReturnType<typeof newCover>;

/** A cover to be filled in, for water without anything else. */
export function newCover() {
  return {
    surface: 0,
    other: 0,
    otherShare: 0,
    parcel: 0,
    /** Constant deviations of brightness and greenness, in standard deviations. */
    brightness: 0,
    vigor: 0,
    delayDays: 0,
    /** Whether the cover is flat, as water and roofs are. */
    flat: false,
  };
}

const kind = surfaceIndex;

/** Whether summers are dry and winters mild: grass is green in spring, and trees keep their leaves. */
export function isMediterranean(place: PixelPlace): boolean {
  return place.x < -1_900_000 && place.delayDays < 34 && place.aridity < 0.4;
}

/** The broad-leaved trees of a place. */
export function broadleaf(place: PixelPlace): number {
  if (isMediterranean(place) && place.delayDays < 2) return kind.chaparral;
  return place.delayDays > 55 ? kind.aspen : kind.deciduous;
}

/** Share of a pixel that a line of this half width covers, whose middle is `meters` away. */
export function lineShare(meters: number, halfWidthMeters: number, pixelMeters: number): number {
  const half = pixelMeters / 2;
  const overlap =
    Math.min(halfWidthMeters, Math.abs(meters) + half) -
    Math.max(-halfWidthMeters, Math.abs(meters) - half);
  return clamp(overlap / pixelMeters, 0, 1);
}

/** How bright the soil of a place is, in standard deviations. */
export function soilTone(place: PixelPlace): number {
  return 0.9 * (place.brightness - 0.4) + 0.35 * place.detailB;
}
