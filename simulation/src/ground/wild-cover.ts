import { clamp, smoothStep } from '../world/noise.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import { broadleaf, type Cover, isMediterranean, type PixelPlace, soilTone } from './cover.ts';
import { irregularParcel } from './parcels.ts';

const kind = surfaceIndex;

/**
 * Decides the cover of wild ground: woods, bare ground, shrubs and grass, with gradual transitions.
 */
export function wildCover(place: PixelPlace, out: Cover) {
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

/** Decides the cover of woods, which are stands of timber or grow without management. */
export function woodCover(place: PixelPlace, out: Cover) {
  const conifer = place.coniferExcess + 0.45 * place.detailB > 0;
  const { parcel } = place;
  if (place.timber > 0.25) {
    irregularParcel(
      place.x + 1.6 * place.warpX + 14 * place.detailA,
      place.y + 1.6 * place.warpY + 14 * place.detailB,
      { sizeMeters: 1_050, seed: place.seed + 311 },
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
  const lots = { sizeMeters: 1_700, seed: place.seed + 313 };
  irregularParcel(place.x + place.warpX, place.y + place.warpY, lots, parcel);
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
