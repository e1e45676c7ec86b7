import { hashPoint, randomAt } from '../world/noise.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import { broadleaf, type Cover, lineShare, type PixelPlace } from './cover.ts';
import { sectionMeters } from './parcels.ts';

const kind = surfaceIndex;

/** Adds rivers and roads to the cover of a pixel, as shares of it. */
export function addRiverAndRoads(
  place: PixelPlace,
  out: Cover,
  inTown: boolean,
  cultivated: boolean,
) {
  const { pixelMeters } = place;
  const riverMeters = place.riverNoise + 45 * place.detailA;
  const halfWidth = place.riverHalfWidthMeters * (1 + 0.2 * place.detailB);
  if (halfWidth > 1) {
    const share = lineShare(riverMeters, halfWidth, pixelMeters);
    if (share > 0.55) {
      out.surface = kind.river;
      out.otherShare = out.otherShare * 0.2;
      out.flat = true;
      return;
    }
    const bank = Math.abs(riverMeters) - halfWidth;
    if (bank < 0.6 * halfWidth + 35 * (1 + place.detailB) && !inTown) {
      out.surface = broadleaf(place);
      out.parcel = 199;
      out.other = kind.river;
      out.otherShare = share;
      return;
    }
  }
  const streamMeters = Math.abs(place.streamNoise + 30 * place.detailA);
  if (streamMeters < 30 && !inTown && place.aridity < 0.35 && place.moisture > -0.9) {
    out.surface = place.coniferExcess > 0.3 && !cultivated ? out.surface : broadleaf(place);
    out.other = kind.marsh;
    out.otherShare = 0.35;
    out.parcel = 198;
    return;
  }
  const highway = lineShare(place.highwayNoise, 11, pixelMeters);
  if (highway > 0.05) return setRoad(out, kind.asphalt, highway);
  if (inTown) return;
  if (place.surveyGrid > 0.5 && (cultivated || place.cropExcess > -1.2)) {
    const share = sectionRoad(place, cultivated ? 0.85 : 0.4);
    if (share > 0.05) return setRoad(out, kind.track, share);
    farmstead(place, out);
  } else if (place.timber > 0.15 && !cultivated) {
    const share = 0.6 * lineShare(place.trackNoise + 18 * place.detailA, 2.4, pixelMeters);
    if (share > 0.05) setRoad(out, kind.track, share);
  } else if (cultivated) {
    const share = lineShare(place.trackNoise, 5, pixelMeters);
    if (share > 0.05) setRoad(out, kind.asphalt, share);
  }
}

function setRoad(out: Cover, surface: number, share: number) {
  out.other = surface;
  out.otherShare = share;
  if (share > 0.6) out.flat = true;
}

/**
 * The share of the pixel under roads along the section lines, if a share `likely` of these roads
 * exists.
 */
function sectionRoad({ x, y, pixelMeters, seed }: PixelPlace, likely: number): number {
  const column = Math.round(x / sectionMeters);
  const row = Math.round(y / sectionMeters);
  const acrossX = x - column * sectionMeters;
  const acrossY = y - row * sectionMeters;
  let share = 0;
  if (randomAt(column, Math.floor(y / sectionMeters), seed + 317) < likely) {
    share = lineShare(acrossX, 4, pixelMeters);
  }
  if (randomAt(Math.floor(x / sectionMeters), row, seed + 331) < likely) {
    share = Math.max(share, lineShare(acrossY, 4, pixelMeters));
  }
  return share;
}

/** Adds a farm, which most sections have: a yard with roofs, and trees around it. */
function farmstead(place: PixelPlace, out: Cover) {
  const column = Math.floor(place.x / sectionMeters);
  const row = Math.floor(place.y / sectionMeters);
  const bits = hashPoint(column, row, place.seed + 337);
  if ((bits & 3) === 0) return;
  const along = (0.15 + 0.7 * (((bits >>> 8) & 0xff) / 255)) * sectionMeters;
  const dx = place.x - column * sectionMeters - ((bits & 4) !== 0 ? along : 75);
  const dy = place.y - row * sectionMeters - ((bits & 4) !== 0 ? 75 : along);
  const distance = Math.max(Math.abs(dx), Math.abs(dy));
  if (distance > 62) return;
  out.surface = distance > 36 ? kind.deciduous : kind.suburb;
  out.parcel = 197;
  out.other = kind.roofs;
  out.otherShare = distance <= 36 && (place.speckle & 7) === 0 ? 0.7 : 0;
}
