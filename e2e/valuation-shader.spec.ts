import type { Page } from '@playwright/test';
import {
  classTexels,
  palettes,
  type ShaderUniforms,
  shaderUniforms,
  type TexelEncoding,
  valuationGlsl,
} from '../engine/src/valuation/index.ts';
import { valuationVectors } from '../engine/testing/valuation-vectors.ts';
import { expect, test } from './support/test.ts';

const vertexSource = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

/** Returns the value and its colour as the shader calculates them. */
const fragmentSource = `#version 300 es
precision highp float;
precision highp int;
uniform float number;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 value;
${valuationGlsl}
void main() {
  float worth = valuation_value(number);
  colour = vec4(valuation_colour(worth), 1.0);
  value = vec4(worth, 0.0, 0.0, 1.0);
}`;

interface Question {
  readonly texel: number;
  readonly uniforms: ShaderUniforms;
  readonly classTexels?: readonly number[];
}

interface Answer {
  readonly value: number;
  readonly colour: readonly number[];
}

/** Draws one pixel for each question and reads it back. */
function draw(page: Page, questions: readonly Question[]): Promise<Answer[]> {
  return page.evaluate(
    ({ vertex, fragment, asked }) => {
      const gl = document.createElement('canvas').getContext('webgl2')!;
      if (!gl.getExtension('EXT_color_buffer_float')) throw new Error('No floats can be drawn.');
      const program = gl.createProgram();
      for (const [type, source] of [
        [gl.VERTEX_SHADER, vertex],
        [gl.FRAGMENT_SHADER, fragment],
      ] as const) {
        const shader = gl.createShader(type)!;
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        const words = gl.getShaderInfoLog(shader);
        if (words) throw new Error(words);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      gl.useProgram(program);
      gl.viewport(0, 0, 1, 1);
      gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
      for (const [index, format] of [gl.RGBA8, gl.RGBA32F].entries()) {
        const target = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, target);
        gl.texStorage2D(gl.TEXTURE_2D, 1, format, 1, 1);
        const place = gl.COLOR_ATTACHMENT0 + index;
        gl.framebufferTexture2D(gl.FRAMEBUFFER, place, gl.TEXTURE_2D, target, 0);
      }
      gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
      const classes = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, classes);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      const at = (name: string) => gl.getUniformLocation(program, name);
      return asked.map(({ texel, uniforms, classTexels: texels }) => {
        if (texels) {
          const floats = new Float32Array(texels);
          gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, 256, 256, 0, gl.RED, gl.FLOAT, floats);
        }
        gl.uniform1f(at('number'), texel);
        gl.uniform1i(at('valuation_curve'), uniforms.valuation_curve);
        gl.uniform4fv(at('valuation_coefficients'), uniforms.valuation_coefficients);
        gl.uniform1i(at('valuation_point_count'), uniforms.valuation_point_count);
        if (uniforms.valuation_point_count > 0) {
          gl.uniform2fv(at('valuation_points'), uniforms.valuation_points);
        }
        gl.uniform2fv(at('valuation_range'), uniforms.valuation_range);
        gl.uniform3fv(at('valuation_palette_min'), uniforms.valuation_palette_min);
        gl.uniform3fv(at('valuation_palette_zero'), uniforms.valuation_palette_zero);
        gl.uniform3fv(at('valuation_palette_max'), uniforms.valuation_palette_max);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        const colour = new Uint8Array(4);
        gl.readBuffer(gl.COLOR_ATTACHMENT0);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, colour);
        const value = new Float32Array(4);
        gl.readBuffer(gl.COLOR_ATTACHMENT1);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, value);
        return { value: value[0], colour: [...colour.slice(0, 3)] };
      });
    },
    { vertex: vertexSource, fragment: fragmentSource, asked: questions },
  );
}

const encodings: readonly (readonly [string, TexelEncoding])[] = [
  ['as they are', { offset: 0, scale: 1 }],
  ['as whole numbers with scale and offset', { offset: -0.5, scale: 1 / 45 }],
];

/** A number that a texture rounds no longer equals the threshold with which it is compared. */
const isKept = ({ curve, x }: (typeof valuationVectors)[number]) => {
  if (Math.fround(x) === x) return true;
  if (curve.type === 'points') return curve.points.every(([jump]) => jump !== x);
  return curve.type !== 'step' || x !== curve.coefficients.B;
};
const vectors = valuationVectors.filter(isKept);

// The vectors are those of the pure functions (engine/src/valuation/valuation.test.ts).
for (const [name, encoding] of encodings) {
  test(`the shader values and colours numbers ${name}, as the server does`, async ({ page }) => {
    await page.goto('/support/cookies');
    const questions = vectors.map(({ curve, range, x, palette }) => {
      const colours = palettes.find((each) => each.name === palette)!;
      return {
        texel: (x - encoding.offset) / encoding.scale,
        uniforms: shaderUniforms({ kind: 'curve', curve, range }, colours, encoding),
      };
    });
    const answers = await draw(page, questions);
    for (const [index, { value, colour }] of answers.entries()) {
      const vector = vectors[index];
      const said = JSON.stringify(vector);
      expect(Math.abs(value - vector.value), said).toBeLessThan(2e-5);
      for (const [part, exact] of vector.colour.entries()) {
        expect(Math.abs(colour[part] - exact), said).toBeLessThanOrEqual(2);
      }
    }
  });
}

test('the shader gives each class its value, and others none', async ({ page }) => {
  await page.goto('/support/cookies');
  const encoding = { offset: 11, scale: 1 };
  const values = [
    { code: 11, value: -0.5 },
    { code: 523, value: 1 },
  ];
  const uniforms = shaderUniforms({ kind: 'classes', values }, palettes[0], encoding);
  const texels = [...classTexels(values, encoding)];
  const answers = await draw(
    page,
    [11, 523, 12].map((code) => ({ texel: code - 11, uniforms, classTexels: texels })),
  );
  expect(answers.map(({ value }) => value)).toEqual([-0.5, 1, 1e9]);
  expect(answers[0]?.colour).toEqual([64, 64, 64]);
  expect(answers[1]?.colour).toEqual([255, 255, 255]);
});
