import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { Grid } from '@refugia/engine/raster/grid.ts';
import { eventsNear, remainingEffect } from '../events/events.ts';
import type { LandEvent } from '../events/land-event.ts';
import { dateOfDay, dayOf } from '../world/days.ts';
import { defaultSeed } from '../world/noise.ts';
import { fromWorld, toWorld } from '../world/projection.ts';
import { makeGround } from './ground.ts';
import { forEachHarmed } from './ground-events.ts';

/**
 * Ground counts as changed when the remaining effect of an event differs by this much between two
 * dates.
 */
const changedEffect = 0.35;

const blockPixels = 512;

/**
 * 1 where the ground changed between two dates (YYYY-MM-DD) by an event of the simulation, else 0;
 * width × height. Seasons, crops, snow, water and clouds are no change.
 * @throws RangeError unless the grid is north-up with square pixels in a northern UTM zone (EPSG:326xx).
 */
export function truthMask(
  grid: Grid,
  startDate: string,
  endDate: string,
  seed = defaultSeed,
): Uint8Array {
  const zone = zoneOf(grid);
  const [pixelMeters, , west, , , north] = grid.affine;
  const [before, after] = [knownDayOf(startDate), knownDayOf(endDate)];
  const mask = new Uint8Array(grid.width * grid.height);
  for (let top = 0; top < grid.height; top += blockPixels) {
    for (let left = 0; left < grid.width; left += blockPixels) {
      const width = Math.min(blockPixels, grid.width - left);
      const height = Math.min(blockPixels, grid.height - top);
      const utmGrid = {
        zone,
        west: west + left * pixelMeters,
        north: north - top * pixelMeters,
        pixelMeters,
        width,
        height,
      };
      for (const groundEvent of makeGround(utmGrid, seed).events) {
        forEachHarmed(groundEvent, width, (index, severity) => {
          const { event } = groundEvent;
          const full = severity / 255;
          const change = remainingEffect(event, full, after) - remainingEffect(event, full, before);
          if (Math.abs(change) < changedEffect) return;
          mask[(top + Math.floor(index / width)) * grid.width + left + (index % width)] = 1;
        });
      }
    }
  }
  return mask;
}

function zoneOf({ epsg, affine }: Grid): number {
  const [a, b, , d, e] = affine;
  const zone = (epsg ?? 0) - 32_600;
  if (zone < 1 || zone > 60 || b !== 0 || d !== 0 || a <= 0 || a !== -e) {
    throw new RangeError(
      `The truth is known on north-up UTM grids, not on EPSG:${epsg} [${affine.join(', ')}]`,
    );
  }
  return zone;
}

function knownDayOf(date: string): number {
  const day = dayOf(date);
  if (Number.isNaN(day)) throw new RangeError(`Not a date: "${date}"`);
  return day;
}

/** An event of the calendar, with its center in degrees. */
export interface CalendarEvent {
  readonly id: string;
  readonly kind: LandEvent['kind'];
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly radiusMeters: number;
}

/** The events of the calendar that reach into a box of degrees [west, south, east, north], by date. */
export function eventsIn(
  [west, south, east, north]: Readonly<Bounds>,
  from: string,
  to: string,
  seed = defaultSeed,
): CalendarEvent[] {
  const corners = [west, east].flatMap((longitude) =>
    [south, north].map((latitude) => toWorld([longitude, latitude])),
  );
  const [firstDay, lastDay] = [knownDayOf(from), knownDayOf(to)];
  return eventsNear(boundsOf(corners), seed)
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .sort((a, b) => a.day - b.day)
    .map(({ id, kind, day, x, y, radiusMeters }) => {
      const [longitude, latitude] = fromWorld([x, y]);
      return { id, kind, date: dateOfDay(day), longitude, latitude, radiusMeters };
    });
}
