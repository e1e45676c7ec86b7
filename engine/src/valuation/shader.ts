import { type CurvePoint, type CurveType, mostCurvePoints } from './curve.ts';
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
uniform vec4 valuation_coefficients;
uniform vec2 valuation_points[${mostCurvePoints}];
uniform int valuation_point_count;
uniform vec2 valuation_range;
uniform vec3 valuation_palette_min;
uniform vec3 valuation_palette_zero;
uniform vec3 valuation_palette_max;

const float valuation_none = 1.0e9;

float valuation_among_points(float number) {
  vec2 before = valuation_points[0];
  for (int index = 0; index < valuation_point_count; index++) {
    vec2 point = valuation_points[index];
    if (number <= point.x) {
      return index == 0 ? point.y : mix(before.y, point.y, (number - before.x) / (point.x - before.x));
    }
    before = point;
  }
  return before.y;
}

float valuation_value(float number) {
  if (valuation_curve == 4) {
    int texel = int(number + 0.5);
    return texelFetch(valuation_classes, ivec2(texel & 255, texel >> 8), 0).r;
  }
  float a = valuation_coefficients.x;
  float b = valuation_coefficients.y;
  float c = valuation_coefficients.z;
  if (valuation_curve == 3) return number > b ? a + c : c;
  if (valuation_curve == 7) return valuation_among_points(number);
  if (valuation_curve > 4) {
    // Beyond ten widths nothing changes any more, and powers would leave the range of 32 bits.
    float widths = clamp((number - b) / valuation_coefficients.w, -10.0, 10.0);
    return valuation_curve == 5
      ? a * exp2(-4.0 * widths * widths) + c
      : a / (1.0 + pow(81.0, -widths)) + c;
  }
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
type Vector4 = readonly [number, number, number, number];

/** Values of the uniforms that `valuationGlsl` names, by their names. */
export interface ShaderUniforms {
  readonly valuation_curve: number;
  readonly valuation_coefficients: Vector4;
  /** The points of a curve: the texel and the value of each, one after the other. */
  readonly valuation_points: readonly number[];
  readonly valuation_point_count: number;
  readonly valuation_range: readonly [number, number];
  readonly valuation_palette_min: Vector3;
  readonly valuation_palette_zero: Vector3;
  readonly valuation_palette_max: Vector3;
}

const curveNumbers: Readonly<Record<CurveType, number>> = {
  lin: 0,
  log: 1,
  exp: 2,
  step: 3,
  peak: 5,
  sigmoid: 6,
  points: 7,
};
const classesNumber = 4;

/** A valuation and its palette as the shader takes them, for textures of one encoding. */
export function shaderUniforms(
  valuation: Valuation,
  palette: DivergingPalette,
  { offset, scale }: TexelEncoding,
): ShaderUniforms {
  if (!(scale > 0)) throw new RangeError(`The scale of a texture is above 0, not ${scale}.`);
  const shape = shapeUniforms(valuation, { offset, scale });
  const { range } = valuation.kind === 'classes' ? { range: { min: 0, max: 0 } } : valuation;
  const span = (range.max - range.min) / scale;
  return {
    ...shape,
    valuation_point_count: shape.valuation_points.length / 2,
    valuation_range: [(range.min - offset) / scale, span > 0 ? 1 / span : 0],
    valuation_palette_min: partsOf(palette.min),
    valuation_palette_zero: partsOf(palette.zero),
    valuation_palette_max: partsOf(palette.max),
  };
}

type ShapeUniforms = Pick<
  ShaderUniforms,
  'valuation_curve' | 'valuation_coefficients' | 'valuation_points'
>;

/** What tells the shape of a curve, in the numbers of a texture. */
function shapeUniforms(valuation: Valuation, encoding: TexelEncoding): ShapeUniforms {
  const without = { valuation_coefficients: [0, 0, 0, 1], valuation_points: [] } as const;
  if (valuation.kind === 'classes') return { ...without, valuation_curve: classesNumber };
  const { curve } = valuation;
  const valuation_curve = curveNumbers[curve.type];
  if (curve.type === 'points') {
    return { ...without, valuation_curve, valuation_points: texelPoints(curve.points, encoding) };
  }
  const { A, B, C } = curve.coefficients;
  const { offset, scale } = encoding;
  const bent = { ...without, valuation_curve };
  switch (curve.type) {
    case 'peak':
    case 'sigmoid':
      return {
        ...bent,
        valuation_coefficients: [A, (B - offset) / scale, C, curve.coefficients.D / scale],
      };
    case 'step':
      return { ...bent, valuation_coefficients: [A, texelBelow(B, encoding), C, 1] };
    default:
      return { ...bent, valuation_coefficients: [A, B, C, 1] };
  }
}

/** Texel and value of each point. A number of the data is beyond a point exactly if its texel is. */
function texelPoints(points: readonly CurvePoint[], encoding: TexelEncoding): number[] {
  return points.flatMap(([x, value]) => [texelBelow(x, encoding), value]);
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
