import { latitudeOf } from '@refugia/engine/geo/web-mercator.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { PlacedTile } from './drawn-tiles.ts';

/** The part of the page that a map fills, in CSS pixels. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The matrix from places within a tile, from 0 to 1 eastwards and southwards, to WebGL's screen,
 * from −1 to 1 rightwards and upwards. It is in columns, as WebGL reads it.
 * @param map is seen straight from above, but it may be rotated
 */
export function matrixOfPlace(
  map: Pick<MapLibreMap, 'project'>,
  { width, height }: ScreenSize,
  { z, x, y, wrap }: PlacedTile,
): Float32Array {
  const count = 2 ** z;
  const screenAt = (column: number, row: number): [number, number] => {
    const longitude = (column / count + wrap) * 360 - 180;
    const point = map.project([longitude, latitudeOf(row / count)]);
    return [(2 * point.x) / width - 1, 1 - (2 * point.y) / height];
  };
  const [left, top] = screenAt(x, y);
  const [rightX, rightY] = screenAt(x + 1, y);
  const [downX, downY] = screenAt(x, y + 1);
  return new Float32Array([
    ...[rightX - left, rightY - top, 0, 0],
    ...[downX - left, downY - top, 0, 0],
    ...[0, 0, 1, 0],
    ...[left, top, 0, 1],
  ]);
}
