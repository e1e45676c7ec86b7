import { pixelState } from '@refugia/engine/render/data-tile.ts';
import { valuationGlsl } from '@refugia/engine/valuation/index.ts';

/** How a texture stores a tile's numbers. */
export type TextureKind = 'whole' | 'float' | 'colours';

export const vertexSource = `#version 300 es
uniform mat4 u_matrix;
uniform vec3 u_part;
in vec2 a_corner;
out highp vec2 v_place;
void main() {
  v_place = u_part.xy + a_corner * u_part.z;
  gl_Position = u_matrix * vec4(a_corner, 0.0, 1.0);
}
`;

const numbersOfKind: Readonly<Record<TextureKind, string>> = {
  whole: `uniform highp usampler2D u_numbers;
float number_at(ivec2 texel) { return float(texelFetch(u_numbers, texel, 0).r); }
`,
  float: `uniform highp sampler2D u_numbers;
float number_at(ivec2 texel) { return texelFetch(u_numbers, texel, 0).r; }
`,
  colours: `uniform highp sampler2D u_numbers;
`,
};

/**
 * Interpolates in the shader, between pixels with data. The texture's own filter would mix numbers
 * with the code for no data, and can't filter integers at all. Adding weighted differences to one
 * of the numbers keeps equal neighbours exact, which matters for a step at that number.
 */
const interpolation = `
float interpolated(vec2 place, ivec2 nearest, ivec2 last) {
  vec2 corner = floor(place - 0.5);
  vec2 share = place - 0.5 - corner;
  float centre = number_at(nearest);
  float sum = 0.0;
  float weights = 0.0;
  for (int index = 0; index < 4; index++) {
    ivec2 step = ivec2(index & 1, index >> 1);
    ivec2 texel = clamp(ivec2(corner) + step, ivec2(0), last);
    if (texelFetch(u_states, texel, 0).r != ${pixelState.valid}u) continue;
    float weight = mix(1.0 - share.x, share.x, float(step.x)) * mix(1.0 - share.y, share.y, float(step.y));
    sum += weight * (number_at(texel) - centre);
    weights += weight;
  }
  return centre + sum / weights;
}

uniform bool u_interpolates;
uniform bool u_has_class_colours;
uniform highp sampler2D u_class_colours;

float number_in(vec2 place, ivec2 nearest, ivec2 last) {
  return u_interpolates ? interpolated(place, nearest, last) : number_at(nearest);
}

vec4 colour_at(vec2 place, ivec2 nearest, ivec2 last) {
  float number = number_in(place, nearest, last);
  if (u_has_class_colours) {
    int texel = int(number + 0.5);
    return texelFetch(u_class_colours, ivec2(texel & 255, texel >> 8), 0);
  }
  float value = valuation_value(number);
  return value == valuation_none ? u_background : vec4(valuation_colour(value), 1.0);
}
`;

const coloursAsTheyAre = `
vec4 colour_at(vec2 place, ivec2 nearest, ivec2 last) {
  return texelFetch(u_numbers, nearest, 0);
}
`;

/** What a tile is drawn for: its colours, or its part in a combination of layers. */
export type TilePurpose = 'colours' | 'part';

const colourOutput = `
  vec4 seen = state == ${pixelState.noData}u ? u_background : colour_at(place, nearest, last);
  float alpha = seen.a * u_opacity;
  colour = vec4(seen.rgb * alpha, alpha);
`;

/**
 * Sums for `combinedSource`, which blending adds up over the layers: of weighted values, of weights, of layers that
 * rule a place out, and of layers that have a value.
 */
const partOutput = `
  if (state == ${pixelState.noData}u) discard;
  float value = valuation_value(number_in(place, nearest, last));
  if (value == valuation_none) discard;
  bool is_out = u_leaves_out ? value > 0.0 : !(value > u_above);
  colour = vec4(u_weight * value, u_weight, is_out ? 1.0 : 0.0, 1.0);
`;

/**
 * The fragment shader of one tile. It colours numbers, fills the background where there is no data,
 * and leaves pixels outside of the raster transparent.
 */
export function fragmentSource(kind: TextureKind, purpose: TilePurpose): string {
  return `#version 300 es
precision highp float;
precision highp int;
in vec2 v_place;
out vec4 colour;
uniform highp usampler2D u_states;
uniform float u_border;
uniform vec4 u_background;
uniform float u_opacity;
uniform float u_weight;
uniform float u_above;
uniform bool u_leaves_out;
${numbersOfKind[kind]}
${kind === 'colours' ? coloursAsTheyAre : valuationGlsl + interpolation}
void main() {
  ivec2 last = textureSize(u_states, 0) - 1;
  vec2 place = u_border + v_place * (float(last.x + 1) - 2.0 * u_border);
  ivec2 nearest = clamp(ivec2(floor(place)), ivec2(0), last);
  uint state = texelFetch(u_states, nearest, 0).r;
  if (state == ${pixelState.outside}u) discard;
${purpose === 'part' ? partOutput : colourOutput}
}
`;
}

/** The vertex shader of a rectangle that fills the screen. */
export const screenVertexSource = `#version 300 es
in vec2 a_corner;
void main() { gl_Position = vec4(2.0 * a_corner - 1.0, 0.0, 1.0); }
`;

/**
 * The fragment shader of a combination: it does with sums what `combinedValue` does with values. It may take
 * another combination away.
 */
export const combinedSource = `#version 300 es
precision highp float;
precision highp int;
out vec4 colour;
uniform highp sampler2D u_sums;
uniform highp sampler2D u_subtracted_sums;
uniform float u_least_count;
uniform float u_subtracted_least_count;
uniform bool u_subtracts;
uniform float u_full_difference;
uniform float u_opacity;
${valuationGlsl}
float mean_of(vec4 sums, float least_count) {
  if (sums.a < least_count - 0.5 || sums.b > 0.5 || !(sums.g > 0.0)) discard;
  return sums.r / sums.g;
}
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float mean = mean_of(texelFetch(u_sums, pixel, 0), u_least_count);
  if (u_subtracts) {
    mean -= mean_of(texelFetch(u_subtracted_sums, pixel, 0), u_subtracted_least_count);
    mean /= u_full_difference;
  }
  colour = vec4(valuation_colour(mean), 1.0) * u_opacity;
}
`;
