import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ScreenSize } from './drawn-tiles.ts';
import { TilePainter } from './tile-painter.ts';
import styles from './value-canvas.module.css';

/** The tools for drawing one frame. */
export interface Frame {
  readonly map: MapLibreMap;
  readonly size: ScreenSize;
  readonly painter: TilePainter;
  /** Whether the map is where it was in the frame before. */
  readonly isStill: boolean;
}

/**
 * A canvas above the map's own, for layers that change while the map stands still. When a slider is
 * moved, the values are then drawn anew without the base map below them, which would cost several
 * times as much. The canvas follows the map's frames. It survives a change of the base map and a
 * lost graphics context.
 */
export class ValueCanvas {
  readonly #map: MapLibreMap;
  readonly #draw: (frame: Frame) => void;
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext | null;
  #painter: TilePainter | undefined;
  /** The size is kept here, because reading it from the page in each frame would force a layout. */
  #size: ScreenSize = { width: 0, height: 0 };
  #frame: number | undefined;

  /** @param draw paints all layers, the lowest first */
  constructor(map: MapLibreMap, draw: (frame: Frame) => void) {
    this.#map = map;
    this.#draw = draw;
    this.#canvas = document.createElement('canvas');
    this.#canvas.className = styles.canvas;
    // The map's own element and the screen around it describe the map to screen readers.
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#gl = this.#canvas.getContext('webgl2', { antialias: false, depth: false });
    this.#canvas.addEventListener('webglcontextlost', this.#lose);
    this.#canvas.addEventListener('webglcontextrestored', this.#begin);
    map.getCanvas().after(this.#canvas);
    map.on('resize', this.#measure);
    map.on('render', this.#drawWithMap);
    this.#measure();
    this.#begin();
  }

  /** Draws in the next frame, or together with the map if it draws earlier. */
  drawSoon(): void {
    this.#frame ??= requestAnimationFrame(this.#drawAlone);
  }

  /** Removes the canvas and frees its memory on the graphics card. */
  close(): void {
    this.#map.off('resize', this.#measure);
    this.#map.off('render', this.#drawWithMap);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#canvas.removeEventListener('webglcontextlost', this.#lose);
    this.#canvas.removeEventListener('webglcontextrestored', this.#begin);
    this.#painter?.close();
    this.#painter = undefined;
    this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#canvas.remove();
  }

  #begin = (): void => {
    const gl = this.#gl;
    if (gl === null) return;
    this.#painter = new TilePainter(gl);
    gl.enable(gl.BLEND);
    // The shader has multiplied the colours by their opacity already.
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.drawSoon();
  };

  #lose = (event: Event): void => {
    // Without this the browser does not restore the context.
    event.preventDefault();
    this.#painter = undefined;
  };

  #drawWithMap = (): void => this.#drawNow({ isStill: false });

  /** A map that moves draws in the same frame, and the values with it once more. */
  #drawAlone = (): void => this.#drawNow({ isStill: true });

  #drawNow({ isStill }: Pick<Frame, 'isStill'>): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const [gl, painter] = [this.#gl, this.#painter];
    if (gl === null || painter === undefined) return;
    this.#resize(gl);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#draw({ map: this.#map, size: this.#size, painter, isStill });
  }

  #measure = (): void => {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    this.#size = { width: clientWidth, height: clientHeight };
  };

  /** Copies the size of the map's canvas on the page, and its resolution. */
  #resize(gl: WebGL2RenderingContext): void {
    const { width, height, style } = this.#map.getCanvas();
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    Object.assign(this.#canvas, { width, height });
    Object.assign(this.#canvas.style, { width: style.width, height: style.height });
    gl.viewport(0, 0, width, height);
  }
}
