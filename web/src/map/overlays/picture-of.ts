import type { Map as MapLibreMap } from 'maplibre-gl';

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface PictureOptions {
  /** In pixels: the middle of the map is cut to its shape. Default: the whole map. */
  readonly size?: PictureSize;
  /** Whether the picture names whom its base map credits, as it must where it is passed on. */
  readonly isCredited?: boolean;
}

/** The map's content as a PNG. Rejects if the browser can't make one. */
export function pictureOf(
  map: MapLibreMap,
  { size, isCredited = false }: PictureOptions = {},
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    // The canvas can only be read during the event in which it is drawn.
    map.once('render', () => {
      const shown = map.getCanvas();
      const canvas = size || isCredited ? middleOf(shown, size ?? shown) : shown;
      if (isCredited) writeCredits(canvas, creditsOf(map), map.getPixelRatio());
      canvas.toBlob((picture) => {
        if (picture === null) reject(new Error('The browser made no picture of the map.'));
        else resolve(picture);
      }, 'image/png');
    });
    map.triggerRepaint();
  });
}

/** Whom the base map of a map credits, as plain text. */
export function creditsOf(map: MapLibreMap): string {
  const credits = Object.values(map.getStyle().sources).flatMap((source) =>
    'attribution' in source && source.attribution !== undefined ? [source.attribution] : [],
  );
  const html = new DOMParser().parseFromString(credits.join(', '), 'text/html');
  return html.body.textContent ?? '';
}

/** Writes credits into the lower right corner, in lines that are no wider than the picture. */
function writeCredits(canvas: HTMLCanvasElement, credits: string, pixelRatio: number): void {
  const context = canvas.getContext('2d');
  if (!context || credits === '') return;
  const line = 16 * pixelRatio;
  context.font = `${11 * pixelRatio}px Inter, sans-serif`;
  const room = canvas.width - line;
  const lines = [''];
  for (const word of credits.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const width = Math.max(...lines.map((each) => context.measureText(each).width)) + line;
  const top = canvas.height - lines.length * line;
  context.fillStyle = 'rgb(255 255 255 / 80%)';
  context.fillRect(canvas.width - width, top, width, canvas.height - top);
  context.fillStyle = '#1b2420';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const [index, each] of lines.entries()) {
    context.fillText(each, canvas.width - line / 2, top + (index + 0.5) * line);
  }
}

function middleOf(source: HTMLCanvasElement, size: PictureSize): HTMLCanvasElement {
  const { width: wide, height: high } = size;
  const target = Object.assign(document.createElement('canvas'), { width: wide, height: high });
  const scale = Math.min(source.width / size.width, source.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  const [left, top] = [(source.width - width) / 2, (source.height - height) / 2];
  const context = target.getContext('2d');
  context?.drawImage(source, left, top, width, height, 0, 0, size.width, size.height);
  return target;
}
