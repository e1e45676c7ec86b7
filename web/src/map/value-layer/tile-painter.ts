import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import {
  type DivergingPalette,
  defaultPalette,
  differencePalette,
  fullDifference,
  shaderUniforms,
} from '@refugia/engine/valuation/index.ts';
import type { CombinedAppearance, PartAppearance, ValueAppearance } from './appearance.ts';
import type { DrawnTile } from './drawn-tiles.ts';
import { linkProgram } from './gl-parts.ts';
import {
  combinedSource,
  fragmentSource,
  screenVertexSource,
  type TextureKind,
  type TilePurpose,
  vertexSource,
} from './shader-source.ts';
import { Sums } from './sums.ts';
import { TileTextures, textureUnits } from './tile-textures.ts';

/** Below all values, which reach ±3. */
const belowAll = -1e9;

type ValuesColouring = Extract<ValueAppearance['colouring'], { kind: 'values' }>;

interface Program {
  readonly program: WebGLProgram;
  readonly locate: (name: string) => WebGLUniformLocation | null;
}

/** Draws tiles of numbers in one WebGL context. Its resources are lost with the context. */
export class TilePainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #corners: WebGLBuffer;
  readonly #programs = new Map<`${TextureKind} ${TilePurpose}` | 'combined', Program>();
  readonly #sums: Sums;
  readonly #subtractedSums: Sums;
  readonly #textures: TileTextures;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#textures = new TileTextures(gl);
    this.#sums = new Sums(gl, textureUnits.u_sums);
    this.#subtractedSums = new Sums(gl, textureUnits.u_subtracted_sums);
    this.#corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
  }

  /** Draws one tile. @param matrix maps places within the tile, from 0 to 1, to the screen */
  paint(
    tiles: readonly DrawnTile[],
    appearance: ValueAppearance,
    matrix: (drawn: DrawnTile) => Float32Array,
  ): void {
    for (const drawn of tiles) {
      const locate = this.#takeTile(drawn, 'colours', matrix);
      this.#setAppearance(drawn.tile, appearance, locate);
      this.#drawRectangle();
    }
    this.#textures.dropOldest();
  }

  /** Adds the part of a layer to a combination, within `paintCombined`. */
  paintPart(
    tiles: readonly DrawnTile[],
    { weight, above, leavesOut, valuation, isInterpolated }: PartAppearance,
    matrix: (drawn: DrawnTile) => Float32Array,
  ): void {
    const gl = this.#gl;
    for (const drawn of tiles) {
      // A picture in colours has no values.
      if (textureKind(drawn.tile) === 'colours') continue;
      const locate = this.#takeTile(drawn, 'part', matrix);
      gl.uniform1i(locate('u_interpolates'), isInterpolated ? 1 : 0);
      gl.uniform1f(locate('u_weight'), leavesOut ? 0 : weight);
      gl.uniform1f(locate('u_above'), above ?? belowAll);
      gl.uniform1i(locate('u_leaves_out'), leavesOut ? 1 : 0);
      this.#setValues(drawn.tile, { kind: 'values', valuation, palette: defaultPalette }, locate);
      this.#drawRectangle();
    }
  }

  /** Paints only from a share of the width to another, 0 to 1. */
  within([from, to]: readonly [from: number, to: number], paint: () => void): void {
    const gl = this.#gl;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const left = Math.round(from * width);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(left, 0, Math.round(to * width) - left, height);
    paint();
    gl.disable(gl.SCISSOR_TEST);
  }

  /**
   * Draws a combination of layers, or what it has more than another one.
   * @param paintParts paints the part of each layer of a combination
   * @param subtracted the other one, which is taken away
   */
  paintCombined(
    combined: CombinedAppearance,
    paintParts: (combined: CombinedAppearance) => void,
    subtracted: CombinedAppearance | null = null,
  ): void {
    const gl = this.#gl;
    if (subtracted !== null) {
      if (!this.#subtractedSums.begin()) return;
      paintParts(subtracted);
      this.#subtractedSums.end();
    }
    if (!this.#sums.begin()) return;
    paintParts(combined);
    this.#sums.end();
    const { program, locate } = this.#program('combined', screenVertexSource, () => combinedSource);
    // biome-ignore lint/correctness/useHookAtTopLevel: this is WebGL's, not React's
    gl.useProgram(program);
    const leastCount = ({ missing, parts }: CombinedAppearance) =>
      missing === 'no-data' ? parts.length : 1;
    gl.uniform1f(locate('u_least_count'), leastCount(combined));
    gl.uniform1i(locate('u_subtracts'), subtracted === null ? 0 : 1);
    gl.uniform1f(locate('u_full_difference'), fullDifference);
    gl.uniform1f(locate('u_subtracted_least_count'), leastCount(subtracted ?? combined));
    gl.uniform1f(locate('u_opacity'), 1);
    this.#setPalette(subtracted === null ? combined.palette : differencePalette, locate);
    this.#drawRectangle();
    this.#textures.dropOldest();
  }

  #takeTile(
    drawn: DrawnTile,
    purpose: TilePurpose,
    matrix: (drawn: DrawnTile) => Float32Array,
  ): Program['locate'] {
    const gl = this.#gl;
    const kind = textureKind(drawn.tile);
    const source = () => fragmentSource(kind, purpose);
    const { program, locate } = this.#program(`${kind} ${purpose}`, vertexSource, source);
    // biome-ignore lint/correctness/useHookAtTopLevel: this is WebGL's, not React's
    gl.useProgram(program);
    this.#textures.bind(drawn.tile);
    gl.uniform1f(locate('u_border'), drawn.tile.borderPixels);
    gl.uniformMatrix4fv(locate('u_matrix'), false, matrix(drawn));
    gl.uniform3f(locate('u_part'), ...drawn.part);
    return locate;
  }

  #drawRectangle(): void {
    const gl = this.#gl;
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /** Frees the memory that it uses on the graphics card. */
  close(): void {
    const gl = this.#gl;
    this.#textures.close();
    for (const { program } of this.#programs.values()) gl.deleteProgram(program);
    this.#sums.close();
    this.#subtractedSums.close();
    gl.deleteBuffer(this.#corners);
  }

  #program(
    key: `${TextureKind} ${TilePurpose}` | 'combined',
    vertex: string,
    fragment: () => string,
  ): Program {
    const known = this.#programs.get(key);
    if (known) return known;
    const gl = this.#gl;
    const program = linkProgram(gl, vertex, fragment());
    const locations = new Map<string, WebGLUniformLocation | null>();
    const locate = (name: string) => {
      // A variable that a shader does not use has no location, which is remembered, too: the
      // question waits for the graphics card.
      if (!locations.has(name)) locations.set(name, gl.getUniformLocation(program, name));
      return locations.get(name) ?? null;
    };
    // biome-ignore lint/correctness/useHookAtTopLevel: this is WebGL's, not React's
    gl.useProgram(program);
    for (const [name, unit] of Object.entries(textureUnits)) gl.uniform1i(locate(name), unit);
    const made = { program, locate };
    this.#programs.set(key, made);
    return made;
  }

  #setAppearance(tile: DataTile, appearance: ValueAppearance, locate: Program['locate']): void {
    const gl = this.#gl;
    const { colouring, background, opacity, isInterpolated } = appearance;
    gl.uniform1f(locate('u_opacity'), opacity);
    gl.uniform4f(
      locate('u_background'),
      background[0] / 255,
      background[1] / 255,
      background[2] / 255,
      1,
    );
    if (textureKind(tile) === 'colours') return;
    gl.uniform1i(locate('u_interpolates'), isInterpolated ? 1 : 0);
    gl.uniform1i(locate('u_has_class_colours'), colouring.kind === 'classes' ? 1 : 0);
    if (colouring.kind === 'classes') this.#textures.bindClasses(tile, colouring);
    else this.#setValues(tile, colouring, locate);
  }

  /** Sets how numbers are valued, and the colours of values. */
  #setValues(tile: DataTile, colouring: ValuesColouring, locate: Program['locate']): void {
    const gl = this.#gl;
    if (colouring.valuation.kind === 'classes') this.#textures.bindClasses(tile, colouring);
    const uniforms = shaderUniforms(colouring.valuation, colouring.palette, tile);
    gl.uniform1i(locate('valuation_curve'), uniforms.valuation_curve);
    gl.uniform4f(locate('valuation_coefficients'), ...uniforms.valuation_coefficients);
    gl.uniform1i(locate('valuation_point_count'), uniforms.valuation_point_count);
    if (uniforms.valuation_point_count > 0) {
      gl.uniform2fv(locate('valuation_points'), uniforms.valuation_points);
    }
    gl.uniform2f(locate('valuation_range'), ...uniforms.valuation_range);
    this.#setPalette(colouring.palette, locate);
  }

  #setPalette({ min, zero, max }: DivergingPalette, locate: Program['locate']): void {
    const gl = this.#gl;
    for (const [name, colour] of [
      ['valuation_palette_min', min],
      ['valuation_palette_zero', zero],
      ['valuation_palette_max', max],
    ] as const) {
      gl.uniform3f(locate(name), colour[0] / 255, colour[1] / 255, colour[2] / 255);
    }
  }
}

function textureKind({ numbers }: DataTile): TextureKind {
  if (numbers instanceof Uint16Array) return 'whole';
  return numbers instanceof Float32Array ? 'float' : 'colours';
}
