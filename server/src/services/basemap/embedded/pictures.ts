import { join } from 'node:path';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import sharp from 'sharp';
import type { PictureName } from '../sources.ts';
import { type Picture, warpToTile } from './warp.ts';

/** Pixels along a tile's side. */
const tilePixels = 512;

const assets = join(import.meta.dirname, 'assets');

/** Draws raster tiles from the two pictures. Each picture is decoded once, on first use. */
export class PictureTiles {
  #marble: Promise<Picture[]> | undefined;
  #elevation: Promise<Picture[]> | undefined;

  /** @returns the tile as WebP */
  async draw(name: PictureName, address: TileAddress): Promise<Uint8Array> {
    switch (name) {
      case 'satellite':
        this.#marble ??= decodeLevels('blue-marble.webp', 3);
        return drawSatellite(await this.#marble, address);
      case 'relief':
        this.#elevation ??= decodeLevels('elevation.webp', 1, 0.8);
        return drawRelief(await this.#elevation, address);
    }
  }
}

/**
 * Decodes the picture at full size and at repeatedly halved sizes, so that small zooms don't alias.
 */
async function decodeLevels(file: string, channels: 1 | 3, blurSigma?: number): Promise<Picture[]> {
  const levels: Picture[] = [];
  const source = sharp(join(assets, file));
  const { width } = await source.metadata();
  for (let levelWidth = width; levelWidth >= 512; levelWidth /= 2) {
    let image = source.clone().resize(levelWidth, levelWidth / 2);
    image = channels === 1 ? image.toColourspace('b-w') : image.removeAlpha();
    if (blurSigma !== undefined) image = image.blur(blurSigma);
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    levels.push({ width: info.width, height: info.height, channels, data });
  }
  return levels;
}

/** The smallest level with at least the tile's resolution. */
function levelFor(levels: Picture[], z: number): Picture {
  const worldPixels = tilePixels * 2 ** z;
  return levels.findLast((level) => level.width >= worldPixels) ?? levels[0];
}

/** The Blue Marble is dark. This curve brightens land without overexposing ice. */
const brighten = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.round(255 * (value / 255) ** 0.68),
);

function drawSatellite(levels: Picture[], address: TileAddress): Promise<Uint8Array> {
  const size = tilePixels;
  const warped = warpToTile(levelFor(levels, address.z), address, size, 0);
  const pixels = new Uint8Array(warped.length);
  for (let index = 0; index < warped.length; index++) {
    pixels[index] = brighten[Math.min(255, Math.max(0, Math.round(warped[index])))];
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ quality: 82 })
    .toBuffer();
}

const earthCircumferenceMeters = 40_075_017;
/**
 * Approximate metres per step of the 8-bit picture, in which 255 is the height of the Tibetan
 * plateau.
 */
const metersPerStep = 25;
/** Slopes are exaggerated, because at these scales true slopes would hardly be visible. */
const exaggeration = 9;

/**
 * Draws relief as a transparent overlay: dark where a slope faces away from a light in the
 * north-west, bright where it faces the light, with a warm tint that grows with height. The sea
 * stays transparent.
 */
function drawRelief(levels: Picture[], address: TileAddress): Promise<Uint8Array> {
  const size = tilePixels;
  const stride = size + 2;
  const heights = warpToTile(levelFor(levels, address.z), address, size, 1);
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
  return sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
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
