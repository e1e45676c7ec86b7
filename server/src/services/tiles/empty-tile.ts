import sharp from 'sharp';

const tiles = new Map<number, Promise<Buffer>>();

/** The reply for a tile without content: a transparent PNG of `size` × `size` pixels, made once. */
export function emptyTile(size: number): Promise<Buffer> {
  const known = tiles.get(size);
  if (known) return known;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const made = sharp({ create: { width: size, height: size, channels: 4, background } })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
  tiles.set(size, made);
  return made;
}
