import type { Map as MapLibreMap } from 'maplibre-gl';

/** The map's content as a PNG. Rejects if the browser can't make one. */
export function pictureOf(map: MapLibreMap): Promise<Blob> {
  return new Promise((resolve, reject) => {
    // The canvas can only be read during the event in which it is drawn.
    map.once('render', () => {
      map.getCanvas().toBlob((picture) => {
        if (picture === null) reject(new Error('The browser made no picture of the map.'));
        else resolve(picture);
      }, 'image/png');
    });
    map.triggerRepaint();
  });
}
