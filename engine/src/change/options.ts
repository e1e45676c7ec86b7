import type { BandName } from '../source/scene.ts';

/** How change is scored: `automatic` is the default of docs/methods/change-detection.md. */
export type ChangeMethod = 'automatic' | 'irmad';

/** A pixel of a change mask. */
export const changeClass = { unchanged: 0, changed: 1, unobserved: 255 } as const;

/** One date's bands over the work grid; every band has width × height samples. */
export interface BandStack {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly (Float32Array | Uint8Array | Uint16Array | Int16Array)[];
  /** 1 where every band holds a clear observation, else 0. */
  readonly valid: Uint8Array;
  /** What each band is, where that is known: enables what is known about kinds of change. */
  readonly names?: readonly (BandName | undefined)[];
}

export interface DetectOptions {
  method?: ChangeMethod;
  /** Smallest patch kept, in pixels, 8-connected. */
  smallestPatchPixels?: number;
  /** Seed of the sample on which statistics are estimated. */
  seed?: number;
  /** Call change beside masked clouds unobserved where it looks like the cloud's rim or shadow. */
  blankMaskMargins?: boolean;
}

export const defaultDetectOptions: Required<DetectOptions> = {
  method: 'automatic',
  smallestPatchPixels: 5,
  seed: 1,
  blankMaskMargins: true,
};

export interface ChangeDetection {
  /** `changeClass` codes, width × height. */
  readonly mask: Uint8Array;
  /** The score that was compared with `threshold`: standard deviations above no change. */
  readonly score: Float32Array;
  readonly threshold: number;
  readonly method: ChangeMethod;
  /** IR-MAD's canonical correlations, descending, and the rounds that they took. */
  readonly correlations: readonly number[];
  readonly rounds: number;
  readonly converged: boolean;
  /** Sentences that a reader of the result should know. */
  readonly notes: readonly string[];
}
