/**
 * The first bytes of each accepted format. No other file is ever given to a decoder of pictures.
 */
const signatures: readonly ((file: Uint8Array) => boolean)[] = [
  (file) => beginsWith(file, '\xff\xd8\xff'),
  (file) => beginsWith(file, '\x89PNG\r\n\x1a\n'),
  (file) => beginsWith(file, 'RIFF') && beginsWith(file.subarray(8), 'WEBP'),
];

function beginsWith(file: Uint8Array, text: string): boolean {
  return Buffer.from(file.subarray(0, text.length)).toString('latin1') === text;
}

/** Whether a file is a JPEG, PNG or WebP picture by its first bytes, whatever its name says. */
export function isPicture(file: Uint8Array): boolean {
  return signatures.some((fits) => fits(file));
}
