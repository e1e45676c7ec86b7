import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import { outlineLines } from '@refugia/engine/geo/outline-lines.ts';
import { worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useEngine } from '../map-events.ts';
import type { LngLat } from '../places.ts';
import { outlineColor } from './area-outline.tsx';
import styles from './outline-canvas.module.css';

/** A line in the Web Mercator square: x, y, x, y …, and the box around it. */
interface WorldLine {
  readonly places: Float64Array;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** The lines of an area's outline, to be drawn in each frame. */
export type WorldOutline = readonly WorldLine[];

/** Makes an area's outline ready to be drawn. */
export function worldOutline(area: Polygon | MultiPolygon): WorldOutline {
  return outlineLines(area).coordinates.map((line) => {
    const places = line.map(([longitude = 0, latitude = 0]) => worldPosition(longitude, latitude));
    // The y of the square runs southwards.
    const [west, north, east, south] = boundsOf(places);
    return { places: Float64Array.from(places.flat()), west, north, east, south };
  });
}

export interface DrawnOutlines {
  readonly outlines: readonly WorldOutline[];
  /** The outline that stands out, or null without one. */
  readonly chosen: WorldOutline | null;
  /** Corners that are marked, and the line through them. */
  readonly corners: readonly LngLat[];
}

const nothing: DrawnOutlines = { outlines: [], chosen: null, corners: [] };
/** Places nearer than this to the one before, in pixels, are left out. */
const smallestStep = 0.7;
const tilePixels = 512;

/**
 * Outlines on a canvas above the map's own and above that of values, which would cover the map's lines. It follows
 * the map's frames. What lies beside the view is not drawn.
 */
export class OutlineCanvas {
  readonly #map: MapLibreMap;
  readonly #canvas = document.createElement('canvas');
  #drawn = nothing;

  constructor(map: MapLibreMap) {
    this.#map = map;
    this.#canvas.className = styles.canvas;
    // Lists beside the map tell of the areas to screen readers.
    this.#canvas.setAttribute('aria-hidden', 'true');
    map.getCanvasContainer().append(this.#canvas);
    map.on('render', this.#draw);
  }

  show(drawn: DrawnOutlines): void {
    this.#drawn = drawn;
    this.#draw();
  }

  close(): void {
    this.#map.off('render', this.#draw);
    this.#canvas.remove();
  }

  #draw = (): void => {
    const { width, height } = this.#map.getCanvas();
    // To set a canvas's size also clears it.
    Object.assign(this.#canvas, { width, height });
    const { outlines, chosen, corners } = this.#drawn;
    const context = this.#canvas.getContext('2d');
    if (!context || (outlines.length === 0 && !chosen && corners.length === 0)) return;
    const view = viewOf(this.#map);
    context.scale(width / view.width, height / view.height);
    context.lineJoin = 'round';
    trace(context, outlines, view);
    strokeWith(context, 3.5, outlineColor.casing, 0.55);
    strokeWith(context, 1.25, '#ffffff');
    trace(context, chosen ? [chosen] : [], view);
    context.fillStyle = outlineColor.usual;
    context.globalAlpha = 0.14;
    context.fill('evenodd');
    strokeWith(context, 6, outlineColor.casing, 0.55);
    strokeWith(context, 3, outlineColor.usual);
    drawCorners(context, corners, view);
  };
}

/** Where the map looks. Pixels are those of the page. */
interface View {
  readonly width: number;
  readonly height: number;
  /** The middle, in the Web Mercator square. */
  readonly x: number;
  readonly y: number;
  /** Pixels for the width of the square. */
  readonly scale: number;
  readonly cosine: number;
  readonly sine: number;
  /** Half of the view's diagonal, in the square. */
  readonly reach: number;
}

function viewOf(map: MapLibreMap): View {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { lng, lat } = map.getCenter();
  const [x, y] = worldPosition(lng, lat);
  const scale = tilePixels * 2 ** map.getZoom();
  const turned = (-map.getBearing() * Math.PI) / 180;
  const reach = Math.hypot(width, height) / 2 / scale;
  return { width, height, x, y, scale, cosine: Math.cos(turned), sine: Math.sin(turned), reach };
}

/** Begins a path with the outlines that are in view, in each copy of the world. */
function trace(
  context: CanvasRenderingContext2D,
  outlines: readonly WorldOutline[],
  view: View,
): void {
  context.beginPath();
  for (let copy = Math.floor(view.x - view.reach); copy <= view.x + view.reach; copy++) {
    for (const outline of outlines) {
      for (const line of outline)
        if (isInView(line, copy, view)) traceLine(context, line, copy, view);
    }
  }
}

function isInView({ west, east, north, south }: WorldLine, copy: number, { x, y, reach }: View) {
  const isBeside = west + copy > x + reach || east + copy < x - reach;
  return !isBeside && north <= y + reach && south >= y - reach;
}

function traceLine(
  context: CanvasRenderingContext2D,
  { places }: WorldLine,
  copy: number,
  view: View,
): void {
  let [lastX, lastY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let index = 0; index < places.length; index += 2) {
    const [x, y] = onScreen(places[index] + copy, places[index + 1], view);
    const isNear = Math.abs(x - lastX) < smallestStep && Math.abs(y - lastY) < smallestStep;
    if (isNear && index < places.length - 2) continue;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
}

function onScreen(worldX: number, worldY: number, view: View): [x: number, y: number] {
  const [right, down] = [(worldX - view.x) * view.scale, (worldY - view.y) * view.scale];
  return [
    view.width / 2 + right * view.cosine - down * view.sine,
    view.height / 2 + right * view.sine + down * view.cosine,
  ];
}

function strokeWith(
  context: CanvasRenderingContext2D,
  lineWidth: number,
  strokeStyle: string,
  globalAlpha = 1,
): void {
  Object.assign(context, { lineWidth, strokeStyle, globalAlpha });
  context.stroke();
}

/** Corners of a shape that is being drawn. The first one is larger, because a press on it closes the shape. */
function drawCorners(
  context: CanvasRenderingContext2D,
  corners: DrawnOutlines['corners'],
  view: View,
): void {
  const places = corners.map((corner) => onScreen(...worldPosition(...corner), view));
  context.beginPath();
  for (const place of places) context.lineTo(...place);
  strokeWith(context, 2.5, outlineColor.usual);
  context.fillStyle = '#ffffff';
  for (const [index, [x, y]] of places.entries()) {
    context.beginPath();
    context.arc(x, y, index === 0 ? 7 : 5, 0, 2 * Math.PI);
    context.fill();
    strokeWith(context, 2, outlineColor.casing);
  }
}

/** Draws outlines above everything else on the map, values included. */
export function OutlinesAbove({ drawn }: { drawn: DrawnOutlines }) {
  const engine = useEngine();
  const [canvas, setCanvas] = useState<OutlineCanvas | null>(null);
  useEffect(() => {
    if (engine === undefined) return;
    const made = new OutlineCanvas(engine);
    setCanvas(made);
    return () => {
      setCanvas(null);
      made.close();
    };
  }, [engine]);
  useEffect(() => canvas?.show(drawn), [canvas, drawn]);
  return null;
}
