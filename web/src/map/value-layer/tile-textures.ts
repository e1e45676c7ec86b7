import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import {
  classTexels,
  classTextureSize,
  type Rgb,
  type TexelEncoding,
  texelOfClass,
} from '@refugia/engine/valuation/index.ts';
import type { ClassColour, ValueAppearance } from './appearance.ts';
import { bindTexture, newTexture } from './gl-parts.ts';

/** The number of cached textures. No screen shows more tiles at a time. */
const keptTextures = 64;
const noRgb: Rgb = [0, 0, 0];

/** The texture unit of each of the shader's textures. */
export const textureUnits = {
  u_numbers: 0,
  u_states: 1,
  u_class_colours: 2,
  valuation_classes: 3,
  u_sums: 4,
  u_subtracted_sums: 5,
} as const;

interface TexturePair {
  readonly numbers: WebGLTexture;
  readonly states: WebGLTexture;
}

/** A texture that depends on the appearance and the encoding of the tiles. */
interface ClassTexture {
  readonly texture: WebGLTexture;
  /** The colours or values of classes that it holds. */
  readonly content: unknown;
  readonly offset: number;
  readonly scale: number;
}

/** The textures of tiles and of classes in one WebGL context, which keeps those of the latest tiles. */
export class TileTextures {
  readonly #gl: WebGL2RenderingContext;
  /** Textures by tile, with the least recently used first. */
  readonly #kept = new Map<DataTile, TexturePair>();
  #classTexture: ClassTexture | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  bind(tile: DataTile): void {
    const textures = this.#kept.get(tile) ?? this.#upload(tile);
    this.#kept.delete(tile);
    this.#kept.set(tile, textures);
    bindTexture(this.#gl, textureUnits.u_numbers, textures.numbers);
    bindTexture(this.#gl, textureUnits.u_states, textures.states);
  }

  /** Binds the texture with the colour or the value of each class. */
  bindClasses({ offset, scale }: DataTile, colouring: ValueAppearance['colouring']): void {
    const gl = this.#gl;
    const { u_class_colours: colours, valuation_classes: values } = textureUnits;
    const unit = colouring.kind === 'classes' ? colours : values;
    const kept = this.#classTexture;
    const content = colouring.kind === 'classes' ? colouring.colours : colouring.valuation;
    const isSame = kept?.content === content && kept.offset === offset && kept.scale === scale;
    if (isSame) {
      bindTexture(gl, unit, kept.texture);
      return;
    }
    if (kept) gl.deleteTexture(kept.texture);
    const texture = newTexture(gl, unit);
    const size = classTextureSize;
    if (colouring.kind === 'classes') {
      const texels = colourTexels(colouring.colours, { offset, scale });
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    } else {
      const { valuation } = colouring;
      const values = valuation.kind === 'classes' ? valuation.values : [];
      const texels = classTexels(values, { offset, scale });
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, size, size, 0, gl.RED, gl.FLOAT, texels);
    }
    this.#classTexture = { texture, content, offset, scale };
  }

  /** Frees the textures of tiles that were drawn before all others, if there are too many. */
  dropOldest(): void {
    for (const [tile, textures] of this.#kept) {
      if (this.#kept.size <= keptTextures) return;
      this.#delete(textures);
      this.#kept.delete(tile);
    }
  }

  /** Frees the memory that it uses on the graphics card. */
  close(): void {
    for (const textures of this.#kept.values()) this.#delete(textures);
    if (this.#classTexture) this.#gl.deleteTexture(this.#classTexture.texture);
  }

  #upload({ numbers, states, sizePixels: size }: DataTile): TexturePair {
    const gl = this.#gl;
    const ofNumbers = newTexture(gl, textureUnits.u_numbers);
    if (numbers instanceof Uint16Array) {
      const [format, type] = [gl.RED_INTEGER, gl.UNSIGNED_SHORT] as const;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16UI, size, size, 0, format, type, numbers);
    } else if (numbers instanceof Float32Array) {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, size, size, 0, gl.RED, gl.FLOAT, numbers);
    } else {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, numbers);
    }
    const ofStates = newTexture(gl, textureUnits.u_states);
    const [format, type] = [gl.RED_INTEGER, gl.UNSIGNED_BYTE] as const;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, size, size, 0, format, type, states);
    return { numbers: ofNumbers, states: ofStates };
  }

  #delete({ numbers, states }: TexturePair): void {
    this.#gl.deleteTexture(numbers);
    this.#gl.deleteTexture(states);
  }
}

/** Red, green, blue and alpha of all classes. Classes without a colour are transparent. */
function colourTexels(colours: readonly ClassColour[], encoding: TexelEncoding): Uint8Array {
  const texels = new Uint8Array(4 * classTextureSize ** 2);
  for (const { code, colour = noRgb } of colours) {
    const texel = texelOfClass(code, encoding);
    if (texel !== undefined) texels.set([...colour, 255], 4 * texel);
  }
  return texels;
}
