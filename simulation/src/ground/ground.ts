import { clamp, hashPoint, smoothNoise, smoothStep } from '../world/noise.ts';
import { delayOffset } from '../world/seasons.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import { Lattice, placeNodes, type UtmGrid } from '../world/utm-grid.ts';
import { type Cover, newCover, type PixelPlace } from './cover.ts';
import { cropCover, isField } from './field-cover.ts';
import { groundEvents } from './ground-events.ts';
import {
  coarseNodes,
  type FineField,
  fineFields,
  fineNodes,
  type NodeField,
  newFields,
  nodeFields,
} from './ground-nodes.ts';
import type { Ground } from './ground-types.ts';
import { addRiverAndRoads } from './line-cover.ts';
import { newParcel } from './parcels.ts';
import { townCover } from './town.ts';
import { wildCover } from './wild-cover.ts';

/** Pixels between the nodes of the slow fields. */
const coarseStride = 8;
/**
 * Where the land's nodes are denser than the lattice, noise with a wavelength below this many steps
 * between nodes is left out.
 */
const shortestLandSteps = 2.3;

/** Slopes are stored as integers of this much rise per run. */
export const slopeUnit = 1 / 8192;

/**
 * Makes the ground of a grid. About 1 µs a pixel.
 * @param options.withEvents whether clear-cuts, solar farms and burns are looked for; a grid of half
 *   the country holds hundreds, each smaller than a pixel
 * @param options.longestLandStepMeters between places at which woods, lakes and rivers are decided, unless
 *   pixels are larger: farther apart they differ from zone to zone, closer together they cost time
 */
export function makeGround(
  utmGrid: UtmGrid,
  seed: number,
  {
    withEvents = true,
    longestLandStepMeters = Number.POSITIVE_INFINITY,
  }: { withEvents?: boolean; longestLandStepMeters?: number } = {},
): Ground {
  const lattice = new Lattice(utmGrid, coarseStride);
  const places = placeNodes(lattice);
  const stride = Math.max(1, Math.floor(longestLandStepMeters / utmGrid.pixelMeters));
  const isDenser = stride < coarseStride;
  const land = isDenser ? new Lattice(utmGrid, stride) : lattice;
  const nodes = coarseNodes(land, isDenser ? placeNodes(land) : places, {
    seed,
    shortest: isDenser ? shortestLandSteps * land.stepMeters : 0,
  });
  const fine = fineNodes(utmGrid, lattice, places, seed);
  const { width, height, pixelMeters } = utmGrid;
  const ground = bareGround(utmGrid, lattice, places);
  const rows = newFields(nodeFields, width);
  const fineRows = newFields(fineFields, width);
  const place = { pixelMeters, parcel: newParcel(), seed } as PixelPlace;
  const cover = newCover();
  for (let row = 0; row < height; row++) {
    interpolateRows(land, nodes, row, rows);
    interpolateRows(fine.lattice, fine.nodes, row, fineRows);
    const pixelRow = Math.round((utmGrid.north - (row + 0.5) * pixelMeters) / pixelMeters);
    for (let column = 0; column < width; column++) {
      const pixelColumn = Math.round((utmGrid.west + (column + 0.5) * pixelMeters) / pixelMeters);
      place.speckle = hashPoint(pixelColumn, pixelRow, seed + 7 * utmGrid.zone);
      fillPlace(place, rows, fineRows, column);
      decideCover(place, cover);
      const index = row * width + column;
      storeCover(ground, index, place, cover);
      const unit = cover.flat ? 0 : 1 / slopeUnit;
      const rough = place.roughMeters;
      const east = rows.slopeEast[column] + rough * fineRows.slopeEast[column];
      const north = rows.slopeNorth[column] + rough * fineRows.slopeNorth[column];
      ground.slopeEast[index] = clamp(east * unit, -30000, 30000);
      ground.slopeNorth[index] = clamp(north * unit, -30000, 30000);
    }
  }
  return withEvents ? { ...ground, events: groundEvents(ground, seed) } : ground;
}

/** The ground of a grid before anything is decided. */
function bareGround(utmGrid: UtmGrid, lattice: Lattice, places: Ground['places']): Ground {
  const pixels = utmGrid.width * utmGrid.height;
  return {
    utmGrid,
    lattice,
    places,
    surface: new Uint8Array(pixels),
    other: new Uint8Array(pixels),
    otherShare: new Uint8Array(pixels),
    parcel: new Uint8Array(pixels),
    delay: new Uint8Array(pixels),
    brightness: new Int8Array(pixels),
    vigor: new Int8Array(pixels),
    slopeEast: new Int16Array(pixels),
    slopeNorth: new Int16Array(pixels),
    events: [],
  };
}

/** Interpolates one row of pixels for each field. */
function interpolateRows<Nodes extends Readonly<Record<string, Float64Array>>>(
  lattice: Lattice,
  nodes: Nodes,
  row: number,
  rows: Readonly<Record<keyof Nodes, Float64Array>>,
): void {
  for (const name in nodes) lattice.interpolateRow(nodes[name], row, rows[name]);
}

/** Writes what was decided of a pixel, with the grain of its place. */
function storeCover(ground: Ground, index: number, place: PixelPlace, cover: Cover): void {
  const { speckle, pixelMeters } = place;
  const grain = pixelMeters <= 20 ? smoothNoise(place.x, place.y, 45, place.seed + 211) : 0;
  const white = ((speckle & 0xff) + ((speckle >>> 8) & 0xff) - 255) / 104;
  ground.surface[index] = cover.surface;
  ground.other[index] = cover.other;
  ground.otherShare[index] = clamp(cover.otherShare * 255, 0, 255);
  ground.parcel[index] = cover.parcel;
  const dither = ((speckle >>> 16) & 0xff) / 255;
  ground.delay[index] = clamp(place.delayDays + cover.delayDays + delayOffset + dither, 0, 255);
  const grainShare = pixelMeters > 20 ? 20 / pixelMeters : 1;
  ground.brightness[index] = clamp(
    64 * (cover.brightness + (0.45 * grain + 0.45 * white + 0.5 * place.detailB) * grainShare),
    -127,
    127,
  );
  ground.vigor[index] = clamp(
    64 * (cover.vigor + 0.5 * place.detailA + (0.3 * white - 0.3 * grain) * grainShare),
    -127,
    127,
  );
}

/** Copies the fields of a column into the place. */
function fillPlace(
  place: PixelPlace,
  rows: Record<NodeField, Float64Array>,
  fine: Record<FineField, Float64Array>,
  column: number,
) {
  place.x = rows.x[column];
  place.y = rows.y[column];
  place.detailA = fine.detailA[column];
  place.detailB = fine.detailB[column];
  place.relief = fine.relief[column];
  // The fields are written out, because a loop over names would take a quarter of the whole time.
  place.delayDays = rows.delayDays[column];
  place.forestExcess = rows.forestExcess[column];
  place.coniferExcess = rows.coniferExcess[column];
  place.cropExcess = rows.cropExcess[column];
  place.shrubExcess = rows.shrubExcess[column];
  place.bareExcess = rows.bareExcess[column];
  place.lakeExcess = rows.lakeExcess[column];
  place.riverHalfWidthMeters = rows.riverHalfWidthMeters[column];
  place.town = rows.town[column];
  place.shoreMeters = rows.shoreMeters[column];
  place.warpX = rows.warpX[column];
  place.warpY = rows.warpY[column];
  place.rowCrop = rows.rowCrop[column];
  place.cereal = rows.cereal[column];
  place.pivot = rows.pivot[column];
  place.surveyGrid = rows.surveyGrid[column];
  place.timber = rows.timber[column];
  place.redness = rows.redness[column];
  place.brightness = rows.brightness[column];
  place.moisture = rows.moisture[column];
  place.roughMeters = rows.roughMeters[column];
  place.aridity = rows.aridity[column];
  place.riverNoise = rows.riverNoise[column];
  place.streamNoise = rows.streamNoise[column];
  place.highwayNoise = rows.highwayNoise[column];
  place.trackNoise = rows.trackNoise[column];
}

const kind = surfaceIndex;

/** Decides the cover of a pixel: water first, then towns, fields, woods, and open ground. */
export function decideCover(place: PixelPlace, out: Cover) {
  out.other = 0;
  out.otherShare = 0;
  out.brightness = 0;
  out.vigor = 0;
  out.delayDays = 0;
  out.flat = false;
  if (isLakeOrSea(place, out)) return;
  const inTown = place.town > 0 && place.town + 0.16 * place.detailA > 0.08;
  const cultivated = !inTown && isField(place);
  if (inTown) townCover(place, out);
  else if (cultivated) cropCover(place, out);
  else wildCover(place, out);
  addRiverAndRoads(place, out, inTown, cultivated);
}

function isLakeOrSea(place: PixelPlace, out: Cover): boolean {
  const shore = place.shoreMeters + 40 * place.detailA;
  const lake = place.lakeExcess + 0.12 * place.detailB;
  if (shore > 0 && lake < 0) return false;
  out.surface = kind.water;
  out.parcel = 0;
  out.flat = true;
  // Shallow water near the shore is brighter.
  const shallow = shore <= 0 ? smoothStep(-900, 0, shore) : smoothStep(0.25, 0, lake);
  out.other = kind.river;
  out.otherShare = 0.7 * shallow;
  return true;
}
