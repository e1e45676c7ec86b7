import { clamp, hashPoint, smoothStep } from '../world/noise.ts';
import { surfaceIndex } from '../world/surfaces.ts';
import type { Cover, PixelPlace } from './cover.ts';

const kind = surfaceIndex;

/**
 * Decides the cover of a pixel in a town: streets around blocks with roofs, gardens and parks, and
 * large bright roofs toward the middle.
 */
export function townCover(place: PixelPlace, out: Cover) {
  const { seed, pixelMeters } = place;
  const district = hashPoint(Math.floor(place.x / 2_600), Math.floor(place.y / 2_600), seed + 401);
  const angle = ((district & 0xff) / 255 - 0.5) * 0.7 * ((district & 0x300) === 0 ? 1 : 0);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = place.x * cos + place.y * sin + 0.25 * place.warpX;
  const across = place.y * cos - place.x * sin + 0.25 * place.warpY;
  const dense = smoothStep(0.25, 0.85, place.town);
  const blockLength = 170 - 50 * ((district >>> 10) & 1);
  const blockWidth = 95;
  const column = Math.floor(along / blockLength);
  const row = Math.floor(across / blockWidth);
  const u = along - column * blockLength;
  const v = across - row * blockWidth;
  const block = hashPoint(column, row, seed + 409);
  out.parcel = block & 0xff;
  out.surface = kind.suburb;
  out.brightness = 0.4 * (((block >>> 8) & 0xff) / 255 - 0.5);
  out.vigor = ((block >>> 16) & 0xff) / 255 - 0.4 - 0.7 * dense;
  const use = (block >>> 20) / 4096;
  const commercial = use < 0.06 + 0.5 * dense * dense;
  const park = use > 0.93;
  if (park) {
    out.surface = (block & 64) === 0 ? kind.deciduous : kind.meadow;
  } else if (commercial) {
    const hall = u > 25 && u < blockLength - 22 && v > 22 && v < blockWidth - 18;
    out.surface = kind.asphalt;
    out.other = kind.roofs;
    out.otherShare = hall ? 0.9 : 0.1;
    out.brightness = hall ? 1.3 * (((block >>> 12) & 0xff) / 255 - 0.5) : 0;
    out.flat = true;
  } else {
    out.other = (place.speckle & 3) === 0 ? kind.roofs : kind.deciduous;
    out.otherShare = 0.18 + (0.12 * ((place.speckle >>> 4) & 3)) / 3;
  }
  const street = Math.min(u, blockLength - u, v, blockWidth - v);
  const share = clamp(
    (6 + pixelMeters / 2 - street) / pixelMeters,
    0,
    Math.min(1, 12 / pixelMeters),
  );
  if (share > 0.05 && !park) {
    out.other = kind.asphalt;
    out.otherShare = 0.75 * share;
  }
}
