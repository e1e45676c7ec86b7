import type { Map as MapLibreMap } from 'maplibre-gl';

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The map's content as a PNG. Rejects if the browser can't make one.
 * @param size in pixels: the middle of the map is cut to its shape. Default: the whole map
 */
export function pictureOf(map: MapLibreMap, size?: PictureSize): Promise<Blob> {
  return new Promise((resolve, reject) => {
    // The canvas can only be read during the event in which it is drawn.
    map.once('render', () => {
      const canvas = size ? middleOf(map.getCanvas(), size) : map.getCanvas();
      canvas.toBlob((picture) => {
        if (picture === null) reject(new Error('The browser made no picture of the map.'));
        else resolve(picture);
      }, 'image/png');
    });
    map.triggerRepaint();
  });
}

function middleOf(source: HTMLCanvasElement, size: PictureSize): HTMLCanvasElement {
  const target = Object.assign(document.createElement('canvas'), size);
  const scale = Math.min(source.width / size.width, source.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  const [left, top] = [(source.width - width) / 2, (source.height - height) / 2];
  const context = target.getContext('2d');
  context?.drawImage(source, left, top, width, height, 0, 0, size.width, size.height);
  return target;
}
