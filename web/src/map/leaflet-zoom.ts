/**
 * The specification and the server count zooms as Leaflet does, where the world at zoom 0 is one
 * tile of 256 pixels. MapLibre's tiles have 512 pixels, so its zoom is one less at the same scale.
 * All conversions are in this file.
 */
const levelsBetween = 1;

/** Converts a zoom of Leaflet into the zoom of MapLibre at the same scale. */
export function fromLeafletZoom(zoom: number): number {
  return zoom - levelsBetween;
}

/** Converts a zoom of MapLibre into the zoom of Leaflet at the same scale. */
export function toLeafletZoom(zoom: number): number {
  return zoom + levelsBetween;
}
