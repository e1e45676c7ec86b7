import { type OldJpeg, segmentsOf } from '../structure/old-jpeg.ts';

const startOfImage = [0xff, 0xd8];
const endOfImage = 0xd9;
const firstRestart = 0xd0;

/**
 * A whole JPEG stream of a block of old-style JPEG. The block's own headers, if it has any, are those that
 * all blocks have in common.
 */
export function wholeOldJpeg(
  block: Uint8Array,
  { tables, frame, scan }: OldJpeg,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const sized = Uint8Array.from(frame);
  sized.set([height >> 8, height & 255, width >> 8, width & 255], 5);
  let headers = 0;
  for (const [, segment] of segmentsOf(block)) headers += segment.length;
  const parts = [Uint8Array.from(startOfImage), tables, sized, scan];
  return Buffer.concat([...parts, codesOf(block.subarray(headers))]);
}

/** The coded pixels up to the end of the stream, which is added. Restarts are counted from 0 in each block. */
function codesOf(bytes: Uint8Array): Uint8Array {
  const codes = new Uint8Array(bytes.length + 2);
  let restarts = 0;
  let at = 0;
  for (; at < bytes.length; at++) {
    codes[at] = bytes[at]!;
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1];
    if (code === endOfImage) break;
    if (code === undefined || code < firstRestart || code >= firstRestart + 8) continue;
    codes[++at] = firstRestart + (restarts++ % 8);
  }
  codes.set([0xff, endOfImage], at);
  return codes.subarray(0, at + 2);
}
