import type { RunRows } from './run-rows.ts';
import type { SharedBuffers } from './shared-buffers.ts';

/** How the rows of a pair's pictures are worked on. */
export interface RowWork {
  readonly size: { readonly width: number; readonly height: number };
  readonly runRows: RunRows;
  /** Buffers to be used again; new ones when left out. */
  readonly buffers?: SharedBuffers;
}
