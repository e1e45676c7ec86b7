import { TransportError } from '../../source/transport.ts';
import { TiffError } from '../../tiff/index.ts';

/**
 * A sentence on what is wrong with a file. It leaves out the file's full address, which does not
 * help a reader.
 */
export function sentenceOf(reason: unknown): string {
  const text = reason instanceof Error ? reason.message : String(reason);
  const short = text.replaceAll(/https?:\/\/\S*\/([^\s/]+)/g, '$1');
  return short.endsWith('.') ? short : `${short}.`;
}

/**
 * Whether the trouble lies in the file: it cannot be reached, or is damaged, and another try may
 * succeed.
 */
export function isFileTrouble(reason: unknown): boolean {
  return reason instanceof TransportError || reason instanceof TiffError;
}
