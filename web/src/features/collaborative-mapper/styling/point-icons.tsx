import {
  type PointIcon,
  pointIcons,
} from '@refugia/contract/collaborative-mapper/style-choices.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useEngine } from '../../../map/map-events.ts';
import styles from './styling.module.css';

/** The icons are loaded when a layer uses one. */
const loadIcons = async () => (await import('./maki-data.ts')).makiPaths;

/** The beginning of the names of icons in the map engine, and the colours in which they come. */
export const iconPrefix = 'cm-icon';
export const iconShades = { light: '#ffffff', dark: '#10201a' } as const;
/** The beginning of the name of a dashed ring, which goes on with its colour. */
export const ringPrefix = 'cm-ring';
/** The width of an icon on the map, and how much finer its picture is for dense screens. */
const iconPixels = 15;
const pixelRatio = 2;

/** Gives the map engine the icons and rings of points when it asks for them. */
export function PointIcons(): null {
  const map = useEngine();
  useEffect(() => {
    if (!map) return;
    map.setMissingStyleImageResolver((id) =>
      id.startsWith(ringPrefix) ? addRing(map, id) : addIcon(map, id),
    );
    return () => {
      map.setMissingStyleImageResolver(null);
    };
  }, [map]);
  return null;
}

/** @param id such as `cm-ring #2ba84a` */
async function addRing(map: MapLibreMap, id: string): Promise<void> {
  const [radius, dashes] = [8, 8];
  const dash = (2 * Math.PI * radius) / dashes;
  draw(map, id, 2 * radius + 4, (context) => {
    context.strokeStyle = id.slice(ringPrefix.length + 1);
    context.lineWidth = 2;
    context.setLineDash([0.6 * dash, 0.4 * dash]);
    context.arc(radius + 2, radius + 2, radius, 0, 2 * Math.PI);
    context.stroke();
  });
}

/** @param id such as `cm-icon park light` */
async function addIcon(map: MapLibreMap, id: string): Promise<void> {
  const [prefix, name, shade] = id.split(' ');
  const icon = pointIcons.find((each) => each === name);
  if (prefix !== iconPrefix || icon === undefined) return;
  const outline = new Path2D((await loadIcons())[icon]);
  draw(map, id, iconPixels, (context) => {
    context.fillStyle = shade === 'dark' ? iconShades.dark : iconShades.light;
    context.fill(outline);
  });
}

function draw(
  map: MapLibreMap,
  id: string,
  width: number,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): void {
  if (map.hasImage(id)) return;
  const size = width * pixelRatio;
  const context = new OffscreenCanvas(size, size).getContext('2d')!;
  context.scale(pixelRatio, pixelRatio);
  paint(context);
  map.addImage(id, context.getImageData(0, 0, size, size), { pixelRatio });
}

/** An icon in a colour, or in that of the text around it. It is empty until the icons are loaded. */
export function PointIconGlyph({ icon, color }: { icon: PointIcon; color?: string }) {
  const [icons, setIcons] = useState<Awaited<ReturnType<typeof loadIcons>> | null>(null);
  useEffect(() => {
    void loadIcons().then(setIcons);
  }, []);
  return (
    <svg
      className={styles.glyph}
      viewBox={`0 0 ${iconPixels} ${iconPixels}`}
      fill={color ?? 'currentcolor'}
      aria-hidden="true"
    >
      <path d={icons?.[icon]} />
    </svg>
  );
}
