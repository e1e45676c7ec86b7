import type { TiffErrorCode } from '../../tiff/errors.ts';

/** One piece of work for a thread that helps to read scenes. */
export interface ReadingOrder {
  readonly id: number;
  /** The name of a kernel in `readingKernels`. */
  readonly name: string;
  readonly task: unknown;
}

export type ReadingReply =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly code: TiffErrorCode | undefined; readonly error: unknown };
    };
