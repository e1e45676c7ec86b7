import {
  type PointIcon,
  pointIcons,
} from '@refugia/contract/collaborative-mapper/style-choices.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useEngine } from '../../../map/map-events.ts';
import styles from './styling.module.css';

/** The icons are loaded when a layer uses one. */
const loadIcons = async () => (await import('./maki.ts')).makiPaths;

/** The beginning of the names of icons in the map engine, and the colours in which they come. */
export const iconPrefix = 'cm-icon';
export const iconShades = { light: '#ffffff', dark: '#10201a' } as const;
/** The width of an icon on the map, and how much finer its picture is for dense screens. */
const iconPixels = 15;
const pixelRatio = 2;

/** Gives the map engine the icons of points when it asks for them. */
export function PointIcons(): null {
  const map = useEngine();
  useEffect(() => {
    if (!map) return;
    map.setMissingStyleImageResolver((id) => addIcon(map, id));
    return () => {
      map.setMissingStyleImageResolver(null);
    };
  }, [map]);
  return null;
}

/** @param id such as `cm-icon park light` */
async function addIcon(map: MapLibreMap, id: string): Promise<void> {
  const [prefix, name, shade] = id.split(' ');
  const icon = pointIcons.find((each) => each === name);
  if (prefix !== iconPrefix || icon === undefined) return;
  const size = iconPixels * pixelRatio;
  const outline = new Path2D((await loadIcons())[icon]);
  const context = new OffscreenCanvas(size, size).getContext('2d')!;
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = iconShades[shade as keyof typeof iconShades];
  context.fill(outline);
  if (!map.hasImage(id)) map.addImage(id, context.getImageData(0, 0, size, size), { pixelRatio });
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
