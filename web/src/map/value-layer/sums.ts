import { bindTexture } from './gl-parts.ts';

/**
 * A texture as large as the screen, in which drawings are added up in numbers with decimals instead of being
 * laid over each other.
 */
export class Sums {
  readonly #gl: WebGL2RenderingContext;
  readonly #unit: number;
  /** The format of the texture's numbers, or null where the graphics card can't add up such numbers. */
  readonly #format: number | null;
  #target:
    | { texture: WebGLTexture; buffer: WebGLFramebuffer; width: number; height: number }
    | undefined;

  /** @param unit the texture unit from which a shader reads the sums */
  constructor(gl: WebGL2RenderingContext, unit: number) {
    this.#gl = gl;
    this.#unit = unit;
    const canDraw = gl.getExtension('EXT_color_buffer_float') !== null;
    const isExact = canDraw && gl.getExtension('EXT_float_blend') !== null;
    this.#format = isExact ? gl.RGBA32F : canDraw ? gl.RGBA16F : null;
  }

  /** Makes drawings be added up, from 0. @returns false where that is not possible */
  begin(): boolean {
    const gl = this.#gl;
    const target = this.#sized();
    if (target === null) return false;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.buffer);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.blendFunc(gl.ONE, gl.ONE);
    return true;
  }

  /** Makes drawings go to the screen again. */
  end(): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    bindTexture(gl, this.#unit, this.#target?.texture ?? null);
  }

  close(): void {
    const { texture = null, buffer = null } = this.#target ?? {};
    this.#gl.deleteFramebuffer(buffer);
    this.#gl.deleteTexture(texture);
    this.#target = undefined;
  }

  #sized() {
    const gl = this.#gl;
    if (this.#format === null) return null;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const former = this.#target;
    if (former?.width === width && former.height === height) {
      // A shader must not read the texture into which it draws.
      bindTexture(gl, this.#unit, null);
      return former;
    }
    this.close();
    const texture = gl.createTexture();
    const buffer = gl.createFramebuffer();
    bindTexture(gl, this.#unit, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.#format, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    this.#target = { texture, buffer, width, height };
    return this.#target;
  }
}
