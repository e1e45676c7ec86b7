import { surfaceIndex } from '../world/surfaces.ts';
import { type Cover, lineShare, type PixelPlace, soilTone } from './cover.ts';
import { irregularParcel, surveyParcel } from './parcels.ts';
import { woodCover } from './wild-cover.ts';

const kind = surfaceIndex;

/**
 * Finds the field at a place. A field is tilled as a whole or not at all, so that no edge cuts one.
 */
export function isField(place: PixelPlace): boolean {
  const { parcel, seed } = place;
  if (place.cropExcess < -0.5 || place.forestExcess > 0.5) return false;
  if (place.surveyGrid > 0.5) surveyParcel(place, seed + 301);
  else {
    const lots = { sizeMeters: 760, seed: seed + 307 };
    irregularParcel(place.x + place.warpX, place.y + place.warpY, lots, parcel);
  }
  const chance = ((parcel.id >>> 4) & 0xff) / 255 - 0.5;
  return place.cropExcess + chance > 0 && place.forestExcess + 0.25 * place.detailA < 0.25;
}

/** Decides what grows in a field, or that it is a woodlot or a pasture. */
export function cropCover(place: PixelPlace, out: Cover) {
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
  const remainder = (choice - fieldCrops) / Math.max(1 - fieldCrops, 0.01);
  if (remainder < 0.3) return kind.hay;
  if (remainder < 0.62) return place.delayDays < -8 ? kind.orchard : kind.hay;
  if (remainder < 0.82) return place.delayDays < -10 ? kind.cotton : kind.soybeans;
  return kind.fallow;
}
