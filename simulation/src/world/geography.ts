import type { Position } from 'geojson';
import { cityRows, regionRows } from './geography-data.ts';
import { clamp } from './noise.ts';
import { continentalOutline } from './outline-data.ts';
import { toWorld } from './projection.ts';

/** The character of the country around a place. Shares are 0 to 1. */
export type Region = ReturnType<typeof regionAt>;

const anchors = regionRows.map((row) => {
  const [x, y] = toWorld([row[0], row[1]]);
  return { x, y, values: Float64Array.from(row.slice(2)) };
});
/** The columns of `regionRows` after the place, in the order of `Region`. */
const blend = new Float64Array(16);

/** The region at a place on the world plane: the anchors blended by the inverse fourth power of distance. */
export function regionAt(x: number, y: number) {
  blend.fill(0);
  let total = 0;
  for (const anchor of anchors) {
    const dx = (x - anchor.x) / 100_000;
    const dy = (y - anchor.y) / 100_000;
    const square = dx * dx + dy * dy + 0.15;
    const weight = 1 / (square * square);
    if (weight < 1e-3) continue;
    total += weight;
    for (let index = 0; index < blend.length; index++)
      blend[index] += weight * anchor.values[index];
  }
  const share = total > 0 ? 1 / total : 0;
  return {
    elevationMeters: share * blend[0],
    relief: share * blend[1],
    forest: share * blend[2],
    crop: share * blend[3],
    shrub: share * blend[4],
    bare: share * blend[5],
    conifer: share * blend[6],
    rowCrop: share * blend[7],
    cereal: share * blend[8],
    pivot: share * blend[9],
    surveyGrid: share * blend[10],
    timber: share * blend[11],
    fire: share * blend[12],
    lakes: share * blend[13],
    redness: share * blend[14],
    brightness: share * blend[15],
  };
}

const cities = cityRows.map(([longitude, latitude, radiusKilometers]) => {
  const [x, y] = toWorld([longitude, latitude]);
  return { x, y, radiusMeters: radiusKilometers * 1000 };
});

/** How deep inside a large town a place is: 1 at its center, 0 at its edge, negative outside. */
export function cityDepth(x: number, y: number): number {
  let depth = -1;
  for (const city of cities) {
    const distance = Math.hypot(x - city.x, y - city.y);
    if (distance < 2 * city.radiusMeters) depth = Math.max(depth, 1 - distance / city.radiusMeters);
  }
  return depth;
}

/**
 * Whether the border at a place runs through land and not along the shore: the 49th parallel and the
 * waters west of Lake Superior, Mexico, and the northeastern border.
 */
function isLandBorder([longitude, latitude]: Position): boolean {
  const west = latitude > 48.15 && longitude > -122.8 && longitude < -89.5;
  const northeast = latitude > 44.9 && longitude > -75 && longitude < -67.1;
  const south =
    longitude > -117.15 && longitude < -97.4 && latitude < 32.8 - 0.04 * (longitude + 117.15);
  return west || northeast || south;
}

const outline = continentalOutline.map((position) => {
  const [x, y] = toWorld([position[0], position[1]]);
  return { x, y };
});
const borderIsLand = continentalOutline.map((position, index) => {
  const next = continentalOutline[(index + 1) % continentalOutline.length];
  return isLandBorder([(position[0] + next[0]) / 2, (position[1] + next[1]) / 2]);
});

/**
 * Meters from the shore on the world plane, positive on land. Across a land border the ground goes on,
 * so that a tile there has no sea.
 */
export function shoreDistance(x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let nearestShore = Number.POSITIVE_INFINITY;
  let nearestIsLand = false;
  let inside = false;
  for (let index = 0; index < outline.length; index++) {
    const a = outline[index];
    const b = outline[(index + 1) % outline.length];
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) inside = !inside;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const t = clamp(((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy), 0, 1);
    const distance = Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
    if (distance < nearest) {
      nearest = distance;
      nearestIsLand = borderIsLand[index];
    }
    if (!borderIsLand[index] && distance < nearestShore) nearestShore = distance;
  }
  if (inside || nearestIsLand) return nearestShore;
  return -nearestShore;
}
