import { CrsError } from '../../crs/errors.ts';
import { FactError } from '../../facts/fact.ts';
import type { SceneFileFact } from '../../facts/run-facts.ts';
import { TransportError } from '../../source/transport.ts';
import { TiffError } from '../../tiff/index.ts';

/** A scene's file cannot be used, and another attempt would not help. */
export class SceneFileError extends FactError<SceneFileFact> {}

/** What is wrong with a scene's file. */
export function troubleOf(reason: unknown): SceneFileFact {
  if (reason instanceof SceneFileError) return reason.fact;
  if (reason instanceof CrsError) {
    return { code: 'crs-not-convertible', params: { fault: reason.fact } };
  }
  const text = reason instanceof Error ? reason.message : String(reason);
  const detail = withoutAddresses(text).replace(/\.$/, '');
  return { code: 'file-unreadable', params: { detail } };
}

/** A text in which the names of files stand for their full addresses, which do not help a reader. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/https?:\/\/\S*\/([^\s/]+)/g, '$1');
}

/**
 * Whether the trouble lies in the file: it cannot be reached, or is damaged, and another try may
 * succeed.
 */
export function isFileTrouble(reason: unknown): boolean {
  return reason instanceof TransportError || reason instanceof TiffError;
}
