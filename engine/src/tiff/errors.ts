/**
 * What is wrong with a file: it is not a TIFF, its structure or a block is damaged, it uses a
 * feature that this reader does not support, or it demands more than a limit allows.
 */
export type TiffErrorCode = 'not-a-tiff' | 'damaged' | 'unsupported' | 'too-large';

/** Why a TIFF cannot be read or written, as a sentence for a person. */
export class TiffError extends Error {
  readonly code: TiffErrorCode;

  constructor(code: TiffErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TiffError';
    this.code = code;
  }
}

/** The structure or a block of a file is damaged. */
export const damaged = (message: string) => new TiffError('damaged', message);
/** A file demands more than a limit allows. */
export const tooLarge = (message: string) => new TiffError('too-large', message);

/** An error from a thread has its name and fields, but not its class. Others stay as they are. */
export function asTiffError(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'TiffError' && 'code' in error)) return error;
  return new TiffError(error.code as TiffErrorCode, error.message);
}

/** A sentence with the command line of GDAL that saves a file as it can be read. */
export const runGdal = (command: string): string =>
  `Run ${command} input.tif output.tif and use the new file.`;

/**
 * Why a file is not read that GDAL reads.
 *
 * @param options of `gdal_translate`, which save it without what is in the way
 */
export function unsupported(what: string, options = '-co COMPRESS=DEFLATE'): TiffError {
  return new TiffError('unsupported', `${what} ${runGdal(`gdal_translate ${options}`)}`);
}

/**
 * What is read; undefined, with a note, where a tag is damaged that pixels can be read without.
 *
 * @param what the meaning of the tag, which begins a sentence
 */
export async function unlessDamaged<Value>(
  reading: Promise<Value>,
  what: string,
  notes: string[],
): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof TiffError)) throw error;
    notes.push(`${what} is left out: ${error.message}`);
    return undefined;
  }
}
