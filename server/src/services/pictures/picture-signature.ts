/**
 * The media type of a JPEG, PNG or WebP picture by its first bytes, whatever its name says; undefined
 * for other files, which are never given to a decoder of pictures.
 */
export function pictureTypeOf(file: Uint8Array): string | undefined {
  const start = Buffer.from(file.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return undefined;
}

export function isPicture(file: Uint8Array): boolean {
  return pictureTypeOf(file) !== undefined;
}
