/**
 * A file that is not complete yet: its place in the storage and the state that the storage needs to
 * continue.
 */
export interface GrowingFile {
  /** The names of the stored folder and of the file in it, as `Storage` takes them. */
  readonly folder: string;
  readonly file: string;
  /** Bytes that are stored durably. */
  readonly offset: number;
  /** The state that an earlier `append` reported, or null at first. */
  readonly state: unknown;
}

/** Reports that the file has durably grown. It rejects when the file is no longer wanted. */
export type Grown = (offset: number, state: unknown) => Promise<void>;

/** Files that arrive in pieces, one after the other, in whichever process. */
export interface GrowingFiles {
  /**
   * Appends bytes to a file as they arrive. If they end with an error, those that arrived before it
   * are stored.
   * @param onGrown is called each time that more has been stored
   * @throws what `bytes` or `onGrown` throws
   */
  append(file: GrowingFile, bytes: AsyncIterable<Uint8Array>, onGrown: Grown): Promise<void>;
  /** Completes the file, which can then be read from the storage. Calling it again does nothing. */
  finish(file: GrowingFile): Promise<void>;
  /** Removes what was appended, whether it was finished or not. */
  discard(file: GrowingFile): Promise<void>;
}

/** The number of bytes that are stored together, which is also what a killed process may lose. */
export const growingPieceBytes = 8 * 1024 * 1024;
