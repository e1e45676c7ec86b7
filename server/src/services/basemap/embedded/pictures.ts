import { join } from 'node:path';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import sharp, { type Sharp } from 'sharp';
import type { PictureName } from '../sources.ts';

/** Pixels along a tile's side. */
const tilePixels = 512;

const files = { satellite: 'blue-marble.webp', relief: 'elevation.webp' } as const;

/** A picture of the whole Web Mercator square. It is repeated at its edges as far as interpolation reaches. */
interface Picture {
  readonly samples: Uint8Array | Uint16Array;
  readonly channels: 1 | 3;
  /** Pixels along the square's side, a power of two. */
  readonly side: number;
}

/** Draws raster tiles from the two pictures. Each picture is decoded once, on first use. */
export class PictureTiles {
  readonly #pictures = new Map<PictureName, Promise<Picture>>();

  async draw(name: PictureName, address: TileAddress): Promise<Uint8Array> {
    const picture = await (this.#pictures.get(name) ?? this.#decode(name));
    return name === 'satellite' ? drawSatellite(picture, address) : drawRelief(picture, address);
  }

  #decode(name: PictureName): Promise<Picture> {
    const decoded = decode(name);
    this.#pictures.set(name, decoded);
    return decoded;
  }
}

/** Pixels around the square, and around the part of it that makes a tile. */
const [edge, reach] = [16, 2];

async function decode(name: PictureName): Promise<Picture> {
  const channels = name === 'relief' ? 1 : 3;
  const image = sharp(join(import.meta.dirname, 'assets', files[name]));
  const around = { top: edge, bottom: edge, left: edge, right: edge };
  const { data, info } = await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .extend({ ...around, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Heights of 8 bits would be enlarged to terraces.
  const samples = channels === 1 ? Uint16Array.from(data, (value) => value * 256) : data;
  return { samples, channels, side: info.width - 2 * edge };
}

/**
 * The part of a picture that a tile shows, by cubic interpolation.
 * @param margin pixels beyond each side, for those who need neighbours
 */
function cut({ samples, channels, side }: Picture, { z, x, y }: TileAddress, margin = 0): Sharp {
  const pixels = side / 2 ** z;
  // Enlarged or reduced, the pixels around are whole ones, too.
  const around = Math.max(reach, (reach * pixels) / tilePixels);
  const scale = tilePixels / pixels;
  const whole = pixels + 2 * around;
  const raw = { width: side + 2 * edge, height: side + 2 * edge, channels };
  const [left, top] = [x, y].map((index) => edge + index * pixels - around);
  const size = tilePixels + 2 * margin;
  const offset = around * scale - margin;
  return sharp(samples, { raw, limitInputPixels: false })
    .extract({ left, top, width: whole, height: whole })
    .resize(whole * scale, whole * scale, { kernel: 'cubic', fit: 'fill' })
    .extract({ left: offset, top: offset, width: size, height: size });
}

/** The Blue Marble is dark. This curve brightens land without overexposing ice. */
const brighten = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.round(255 * (value / 255) ** 0.68),
);

async function drawSatellite(picture: Picture, address: TileAddress): Promise<Uint8Array> {
  const pixels = await cut(picture, address).raw().toBuffer();
  const raw = { width: tilePixels, height: tilePixels, channels: 3 } as const;
  return await sharp(
    pixels.map((value) => brighten[value]),
    { raw },
  )
    .webp({ quality: 82 })
    .toBuffer();
}

const earthCircumferenceMeters = 40_075_017;
/** Approximate metres per step of the 8-bit picture: 255 is the height of the Tibetan plateau. */
const metersPerStep = 25;
/** Slopes are exaggerated, because at these scales true slopes would hardly be visible. */
const exaggeration = 9;

/**
 * Draws relief as a transparent overlay: dark where a slope faces away from a light in the
 * north-west, bright where it faces the light, with a warm tint that grows with height. The sea
 * stays transparent.
 */
async function drawRelief(picture: Picture, address: TileAddress): Promise<Uint8Array> {
  const size = tilePixels;
  const stride = size + 2;
  const cutOut = cut(picture, address, 1).toColourspace('grey16').raw({ depth: 'ushort' });
  const { buffer, byteOffset } = await cutOut.toBuffer();
  const samples = new Uint16Array(buffer, byteOffset, stride * stride);
  const heights = Float32Array.from(samples, (value) => value / 256);
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++) {
    const worldY = (address.y + (row + 0.5) / size) / 2 ** address.z;
    const cosLatitude = 1 / Math.cosh(Math.PI * (1 - 2 * worldY));
    const pixelMeters = (earthCircumferenceMeters * cosLatitude) / (size * 2 ** address.z);
    const steepness = (metersPerStep * exaggeration) / (2 * pixelMeters);
    for (let column = 0; column < size; column++) {
      const at = (row + 1) * stride + column + 1;
      const eastward = (heights[at + 1] - heights[at - 1]) * steepness;
      const southward = (heights[at + stride] - heights[at - stride]) * steepness;
      // Positive where the ground rises away from the light, which stands in the north-west.
      const lit = (eastward + southward) / Math.SQRT2;
      const shade = lit / Math.hypot(1, lit);
      const height = Math.min(1, Math.max(0, heights[at] / 160));
      writeReliefPixel(pixels, (row * size + column) * 4, shade, height);
    }
  }
  return await sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .webp({ quality: 80, alphaQuality: 90 })
    .toBuffer();
}

/** Shadow and light over a warm tint that grows with height. */
function writeReliefPixel(pixels: Uint8Array, offset: number, shade: number, height: number): void {
  const tintAlpha = 0.42 * Math.sqrt(height);
  const shadeAlpha = Math.min(0.75, Math.abs(shade) * (shade < 0 ? 0.85 : 0.6));
  const shadeColor = shade < 0 ? [58, 52, 44] : [255, 252, 240];
  const tint = [196, 164, 116];
  const alpha = shadeAlpha + tintAlpha * (1 - shadeAlpha);
  for (let channel = 0; channel < 3; channel++) {
    const mixed = shadeColor[channel] * shadeAlpha + tint[channel] * tintAlpha * (1 - shadeAlpha);
    pixels[offset + channel] = alpha === 0 ? 0 : Math.round(mixed / alpha);
  }
  pixels[offset + 3] = Math.round(alpha * 255);
}
