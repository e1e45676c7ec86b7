import { smoothStep } from '../world/noise.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import type { Cover, PixelPlace } from './cover.ts';
import { cropCover, isField } from './field-cover.ts';
import { addRiverAndRoads } from './line-cover.ts';
import { townCover } from './town.ts';
import { wildCover } from './wild-cover.ts';

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
