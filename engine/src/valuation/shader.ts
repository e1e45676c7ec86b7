import type { CurveType } from './curve.ts';
import type { DivergingPalette, Rgb } from './palettes.ts';
import type { ClassValue, Valuation } from './valuation.ts';

/**
 * The curves and the palette for a fragment shader (GLSL ES 3.00). They do what `valueFunction` and
 * `colourOfValue` do, and the same test vectors check both (`e2e/valuation-shader.spec.ts`). The
 * shader receives numbers as the texture holds them; the uniforms (`shaderUniforms`) account for
 * its scale and offset. A number without a value becomes `valuation_none`.
 */
export const valuationGlsl = `
uniform int valuation_curve;
uniform highp sampler2D valuation_classes;
uniform vec3 valuation_coefficients;
uniform vec2 valuation_range;
uniform vec3 valuation_palette_min;
uniform vec3 valuation_palette_zero;
uniform vec3 valuation_palette_max;

const float valuation_none = 1.0e9;

float valuation_value(float number) {
  if (valuation_curve == 4) {
    int texel = int(number + 0.5);
    return texelFetch(valuation_classes, ivec2(texel & 255, texel >> 8), 0).r;
  }
  float a = valuation_coefficients.x;
  float b = valuation_coefficients.y;
  float c = valuation_coefficients.z;
  if (valuation_curve == 3) return number > b ? a + c : c;
  float t = clamp((number - valuation_range.x) * valuation_range.y, 0.0, 1.0);
  if (valuation_curve == 1) return a * log(1.0 + (exp(b) - 1.0) * t) / b + c;
  if (valuation_curve == 2) return a * (exp(b * t) - 1.0) / (exp(b) - 1.0) + c;
  return a * t + c;
}

vec3 valuation_colour(float value) {
  vec3 end = value < 0.0 ? valuation_palette_min : valuation_palette_max;
  return mix(valuation_palette_zero, end, min(1.0, abs(value)));
}
`;

/**
 * Pixels along a side of the texture `valuation_classes`. The whole texture has one pixel for each
 * number of 16 bits.
 */
export const classTextureSize = 256;
/** The number of `valuation_none` in the shader. */
const noValue = 1e9;

/** How a texture holds the numbers of the data: number = offset + scale × texel, scale above 0. */
export interface TexelEncoding {
  readonly offset: number;
  readonly scale: number;
}

type Vector3 = readonly [number, number, number];

/** Values of the uniforms that `valuationGlsl` names, by their names. */
export interface ShaderUniforms {
  readonly valuation_curve: number;
  readonly valuation_coefficients: Vector3;
  readonly valuation_range: readonly [number, number];
  readonly valuation_palette_min: Vector3;
  readonly valuation_palette_zero: Vector3;
  readonly valuation_palette_max: Vector3;
}

const curveNumbers: Readonly<Record<CurveType, number>> = { lin: 0, log: 1, exp: 2, step: 3 };
const classesNumber = 4;

/** A valuation and its palette as the shader takes them, for textures of one encoding. */
export function shaderUniforms(
  valuation: Valuation,
  palette: DivergingPalette,
  { offset, scale }: TexelEncoding,
): ShaderUniforms {
  if (!(scale > 0)) throw new RangeError(`The scale of a texture is above 0, not ${scale}.`);
  const colours = {
    valuation_palette_min: partsOf(palette.min),
    valuation_palette_zero: partsOf(palette.zero),
    valuation_palette_max: partsOf(palette.max),
  };
  if (valuation.kind === 'classes') {
    return {
      valuation_curve: classesNumber,
      valuation_coefficients: [0, 0, 0],
      valuation_range: [0, 0],
      ...colours,
    };
  }
  const { curve, range } = valuation;
  const { A, B, C } = curve.coefficients;
  const span = (range.max - range.min) / scale;
  return {
    valuation_curve: curveNumbers[curve.type],
    valuation_coefficients: [A, curve.type === 'step' ? texelBelow(B, { offset, scale }) : B, C],
    valuation_range: [(range.min - offset) / scale, span > 0 ? 1 / span : 0],
    ...colours,
  };
}

/**
 * The largest 32-bit number that is not above a threshold. A texel of 32 bits is above it exactly
 * if its number is above the threshold.
 */
function texelBelow(threshold: number, { offset, scale }: TexelEncoding): number {
  const exact = (threshold - offset) / scale;
  const nearest = Math.fround(exact);
  if (nearest <= exact) return nearest;
  const bits = new Int32Array(new Float32Array([nearest]).buffer);
  if (nearest === 0) return -(2 ** -149);
  bits[0] += nearest > 0 ? -1 : 1;
  return new Float32Array(bits.buffer)[0];
}

/** The values of all texels of 16 bits, row by row, for the texture `valuation_classes`. */
export function classTexels(values: readonly ClassValue[], encoding: TexelEncoding): Float32Array {
  const texels = new Float32Array(classTextureSize ** 2).fill(noValue);
  for (const { code, value } of values) {
    const texel = texelOfClass(code, encoding);
    if (texel !== undefined) texels[texel] = value;
  }
  return texels;
}

/** Where a class stands in a texture of 16 bits; undefined where no texel can hold it. */
export function texelOfClass(code: number, { offset, scale }: TexelEncoding): number | undefined {
  const texel = Math.round((code - offset) / scale);
  return texel >= 0 && texel < classTextureSize ** 2 ? texel : undefined;
}

function partsOf(colour: Rgb): Vector3 {
  return [colour[0] / 255, colour[1] / 255, colour[2] / 255];
}
