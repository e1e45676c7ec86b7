import type { Landscape } from './landscape.ts';
import { clamp, hashPoint, randomAt, smoothStep } from './noise.ts';
import { irregularParcel, type Parcel, sectionMeters, surveyParcel } from './parcels.ts';
import { surfaceIndex } from './surfaces.ts';
import { townCover } from './town.ts';

/** Everything known of a pixel when its cover is decided. One object is reused for all pixels. */
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

/** What a pixel is: most of it `surface`, a share of it `other`. */
export interface Cover {
  surface: number;
  other: number;
  otherShare: number;
  parcel: number;
  /** Lasting deviations, in standard deviations. */
  brightness: number;
  vigor: number;
  delayDays: number;
  /** Water and roofs have no slope. */
  flat: boolean;
}

export function newCover(): Cover {
  return {
    surface: 0,
    other: 0,
    otherShare: 0,
    parcel: 0,
    brightness: 0,
    vigor: 0,
    delayDays: 0,
    flat: false,
  };
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

/** Whether summers are dry and winters mild: grass is green in spring, and trees keep their leaves. */
function isMediterranean(place: PixelPlace): boolean {
  return place.x < -1_900_000 && place.delayDays < 34 && place.aridity < 0.4;
}

/** The broad-leaved trees of a place. */
function broadleaf(place: PixelPlace): number {
  if (isMediterranean(place) && place.delayDays < 2) return kind.chaparral;
  return place.delayDays > 55 ? kind.aspen : kind.deciduous;
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

/** Share of a pixel that a line of this half width covers, whose middle is `meters` away. */
function lineShare(meters: number, halfWidthMeters: number, pixelMeters: number): number {
  const half = pixelMeters / 2;
  const overlap =
    Math.min(halfWidthMeters, Math.abs(meters) + half) -
    Math.max(-halfWidthMeters, Math.abs(meters) - half);
  return clamp(overlap / pixelMeters, 0, 1);
}

/** Finds the field that holds a place; whole fields are tilled or not, so that no edge cuts one. */
function isField(place: PixelPlace): boolean {
  const { parcel, seed } = place;
  if (place.cropExcess < -0.5 || place.forestExcess > 0.5) return false;
  if (place.surveyGrid > 0.5) surveyParcel(place.x, place.y, place.pivot, seed + 301, parcel);
  else {
    irregularParcel(place.x + place.warpX, place.y + place.warpY, 760, seed + 307, parcel);
  }
  const chance = ((parcel.id >>> 4) & 0xff) / 255 - 0.5;
  return place.cropExcess + chance > 0 && place.forestExcess + 0.25 * place.detailA < 0.25;
}

function cropCover(place: PixelPlace, out: Cover) {
  const { parcel } = place;
  const surveyed = place.surveyGrid > 0.5;
  const id = parcel.id;
  out.parcel = id & 0xff;
  const choice = (id >>> 8) / 0x1_00_00_00;
  // Old settled country keeps woodlots and pastures among its fields.
  const woodlot = surveyed ? 0.015 : 0.16;
  if (parcel.pivotCorner) {
    out.surface = place.rowCrop > 0.6 ? kind.meadow : kind.fallow;
  } else if (choice < woodlot && place.bareExcess < -1) {
    woodCover(place, out);
    return;
  } else if (choice < woodlot + (surveyed ? 0.05 : 0.2)) {
    out.surface = kind.meadow;
  } else {
    out.surface = cropKind(place, ((choice - woodlot) * 7.31) % 1);
  }
  out.vigor = (((id >>> 3) & 0xff) / 255 - 0.5) * 1.6;
  out.brightness = (((id >>> 11) & 0xff) / 255 - 0.5) * 1.2 + soilTone(place);
  out.delayDays = (((id >>> 5) & 0xff) / 255 - 0.5) * 9;
  // A strip of grass and shade along the edge of a field.
  out.other = kind.meadow;
  out.otherShare = 0.7 * lineShare(parcel.edgeMeters, surveyed ? 3 : 5, place.pixelMeters);
}

function cropKind(place: PixelPlace, choice: number): number {
  const total = Math.max(place.rowCrop + place.cereal, 0.01);
  const fieldCrops = Math.min(total, 1);
  if (choice < fieldCrops * (place.rowCrop / total)) {
    return choice < 0.53 * fieldCrops * (place.rowCrop / total) ? kind.corn : kind.soybeans;
  }
  if (choice < fieldCrops)
    return choice > fieldCrops - 0.2 * place.cereal ? kind.fallow : kind.winterCereal;
  const rest = (choice - fieldCrops) / Math.max(1 - fieldCrops, 0.01);
  if (rest < 0.3) return kind.hay;
  if (rest < 0.62) return place.delayDays < -8 ? kind.orchard : kind.hay;
  if (rest < 0.82) return place.delayDays < -10 ? kind.cotton : kind.soybeans;
  return kind.fallow;
}

function soilTone(place: PixelPlace): number {
  return 0.9 * (place.brightness - 0.4) + 0.35 * place.detailB;
}

function wildCover(place: PixelPlace, out: Cover) {
  const wooded = place.forestExcess + 0.42 * place.detailA + 0.2 * place.detailB;
  if (wooded > 0.16) {
    woodCover(place, out);
    return;
  }
  openCover(place, out);
  const bare = smoothStep(-0.2, 0.35, place.bareExcess + 0.4 * place.detailB);
  if (bare > 0.02) {
    const ground = place.aridity > 0.4 && place.relief < 0.9 ? kind.sand : kind.rock;
    if (bare > 0.5) {
      out.other = out.surface;
      out.otherShare = 1 - bare;
      out.surface = ground;
      out.brightness = 0.7 * place.relief + 0.5 * (place.brightness - 0.6);
    } else {
      out.other = ground;
      out.otherShare = bare;
    }
  } else if (wooded > -0.3) {
    // Woods thin out over some distance.
    out.other = place.coniferExcess > 0 ? kind.conifer : broadleaf(place);
    out.otherShare = 0.9 * smoothStep(-0.3, 0.2, wooded);
  }
}

function woodCover(place: PixelPlace, out: Cover) {
  const conifer = place.coniferExcess + 0.45 * place.detailB > 0;
  const { parcel } = place;
  if (place.timber > 0.25) {
    irregularParcel(
      place.x + 1.6 * place.warpX + 14 * place.detailA,
      place.y + 1.6 * place.warpY + 14 * place.detailB,
      1_050,
      place.seed + 311,
      parcel,
    );
    const stand = parcel.id;
    out.parcel = stand & 0xff;
    const age = (stand >>> 8) / 0x1_00_00_00;
    const managed = age < 0.55 * place.timber;
    out.brightness = (age - 0.5) * 0.5;
    if (conifer || (managed && place.coniferExcess > -1.2)) {
      out.surface = managed && age < 0.22 * place.timber ? kind.youngConifer : kind.conifer;
      if (managed && out.surface === kind.conifer) {
        out.other = kind.youngConifer;
        out.otherShare = 0.75 * smoothStep(0.55 * place.timber, 0.2 * place.timber, age);
      }
    } else out.surface = broadleaf(place);
  } else {
    out.parcel = 200 + (place.detailB > 0 ? 1 : 0);
    out.surface = conifer ? kind.conifer : broadleaf(place);
  }
  // Gaps, and broadleaf among conifers.
  if (out.otherShare < 0.1) {
    out.other = out.surface === kind.conifer ? kind.deciduous : kind.conifer;
    out.otherShare =
      out.surface === kind.conifer ? 0.1 + 0.12 * clamp(place.detailA, -0.8, 2) : 0.08;
  }
}

function openCover(place: PixelPlace, out: Cover) {
  const { parcel } = place;
  const desert = place.aridity + 0.04 * place.detailA > 0.46;
  const mediterranean = isMediterranean(place);
  const humid = place.x > -330_000 + 30_000 * place.detailA || place.forestExcess > -0.75;
  irregularParcel(place.x + place.warpX, place.y + place.warpY, 1_700, place.seed + 313, parcel);
  out.parcel = parcel.id & 0xff;
  const shrubs = mediterranean ? kind.chaparral : desert ? kind.desertShrub : kind.sagebrush;
  const grass = mediterranean ? kind.goldenGrass : humid ? kind.meadow : kind.prairie;
  const shrubShare = smoothStep(-0.8, 0.8, place.shrubExcess + 0.45 * place.detailA);
  const wet = place.lakeExcess + 0.12 * place.detailB > -0.22;
  if (wet && !desert) {
    out.surface = kind.marsh;
    out.other = grass;
    out.otherShare = 0.2;
  } else if (shrubShare > 0.5) {
    out.surface = shrubs;
    out.other = desert ? kind.sand : grass;
    out.otherShare = desert ? clamp(0.22 + 0.16 * place.detailB, 0, 0.5) : 1 - shrubShare;
  } else {
    out.surface = desert ? kind.desertShrub : grass;
    out.other = desert ? kind.prairie : shrubShare > 0.05 ? shrubs : broadleaf(place);
    out.otherShare = shrubShare > 0.05 ? shrubShare : clamp(0.04 + 0.1 * place.detailB, 0, 0.4);
  }
  out.vigor = (((parcel.id >>> 9) & 0xff) / 255 - 0.5) * (humid ? 1.1 : 0.5);
  out.brightness = soilTone(place) + 0.25 * place.relief;
  // A fence line shows as a faint edge between pastures.
  if (humid && parcel.edgeMeters < place.pixelMeters / 2) out.brightness += 0.25;
}

/** Rivers and roads lie over whatever is there, as shares of the pixel. */
function addRiverAndRoads(place: PixelPlace, out: Cover, inTown: boolean, cultivated: boolean) {
  const { pixelMeters, seed } = place;
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
    const share = sectionRoad(place.x, place.y, cultivated ? 0.85 : 0.4, pixelMeters, seed);
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

/** Roads along the section lines, with some left out. */
function sectionRoad(
  x: number,
  y: number,
  likely: number,
  pixelMeters: number,
  seed: number,
): number {
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

/** One farm to most sections: a yard with roofs, and trees around it. */
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
