import { type TileAddress, tileBounds } from '../../geo/web-mercator.ts';

/** A rectangle of pixels on the Web Mercator map. */
export interface MercatorWindow {
  /** Its edges, in EPSG:3857 metres. */
  readonly west: number;
  readonly north: number;
  readonly pixelMeters: number;
  readonly width: number;
  readonly height: number;
}

/** A tile, with a border of pixels of its neighbours around it. */
export function tileWindow(tile: TileAddress, size: number, borderPixels = 0): MercatorWindow {
  const [west, , east, north] = tileBounds(tile);
  const pixelMeters = (east - west) / size;
  return {
    west: west - borderPixels * pixelMeters,
    north: north + borderPixels * pixelMeters,
    pixelMeters,
    width: size + 2 * borderPixels,
    height: size + 2 * borderPixels,
  };
}

/** Some rows of a window. */
export function windowRows(
  window: MercatorWindow,
  firstRow: number,
  rowCount: number,
): MercatorWindow {
  return { ...window, north: window.north - firstRow * window.pixelMeters, height: rowCount };
}
