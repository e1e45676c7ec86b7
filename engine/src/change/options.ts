import type { RunFact } from '../facts/run-facts.ts';
import type { BandName } from '../source/scene.ts';

/**
 * How change is scored. `automatic` is the default. `irmad`, `lda` (the published linear
 * discriminants of Evans & Malcom), `ndvi` and `nbr` (index differences) serve comparison with the
 * literature. docs/methods/change-detection.md says what each method is good for.
 */
export type ChangeMethod = 'automatic' | 'irmad' | 'lda' | 'ndvi' | 'nbr';

/** The land cover whose coefficients the method `lda` uses. */
export type LandCover = 'forest' | 'scrub' | 'desert' | 'wetland' | 'grassland';

/** A pixel of a change mask. */
export const changeClass = { unchanged: 0, changed: 1, unobserved: 255 } as const;

/** What kind of change a pixel shows, by the direction in which its spectral indices moved. */
export type ChangeKind =
  | 'vegetation_loss'
  | 'vegetation_gain'
  | 'burn'
  | 'water'
  | 'built_up'
  | 'other'
  | 'burned_or_cleared';

/** A pixel of a map of kinds; 0 is no change or unobserved. */
export const changeKindCode = {
  vegetation_loss: 1,
  vegetation_gain: 2,
  burn: 3,
  water: 4,
  built_up: 5,
  other: 6,
  burned_or_cleared: 7,
} as const satisfies Record<ChangeKind, number>;

/** How severely ground burned or grew by dNBR: classes of Key & Benson 2006 that count as change. */
export type Severity =
  | 'high_severity'
  | 'moderate_high_severity'
  | 'moderate_low_severity'
  | 'high_regrowth';

/** A pixel of a map of severities; 0 is no change or unobserved. */
export const severityCode = {
  high_severity: 1,
  moderate_high_severity: 2,
  moderate_low_severity: 3,
  high_regrowth: 4,
} as const satisfies Record<Severity, number>;

/** The samples of one band. */
export type Band = Float32Array | Uint8Array | Uint16Array | Int16Array;

/** One date's bands over the work grid; every band has width × height samples. */
export interface BandStack {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Band[];
  /** 1 where every band holds a clear observation, else 0. */
  readonly valid: Uint8Array;
  /**
   * What each band is, where that is known. The automatic method distinguishes kinds of change by
   * it.
   */
  readonly names?: readonly (BandName | undefined)[];
}

export interface DetectOptions {
  method?: ChangeMethod;
  /** For the method `lda`. */
  landCover?: LandCover;
  /** Smallest patch kept, in pixels, 8-connected. */
  smallestPatchPixels?: number;
  /** Largest number of sampled pixels on which statistics are estimated. */
  sampleLimit?: number;
  /** Seed of the random sample. */
  seed?: number;
  /**
   * Whether change beside masked clouds becomes unobserved if it looks like the cloud's rim or
   * shadow. Only the automatic method does this.
   */
  blankMaskMargins?: boolean;
  /**
   * Whether to keep the automatic method's score of the spectrum, before index evidence weighs it.
   */
  keepSpectralScore?: boolean;
}

export const defaultDetectOptions: Required<DetectOptions> = {
  method: 'automatic',
  landCover: 'scrub',
  smallestPatchPixels: 5,
  sampleLimit: 200_000,
  seed: 1,
  blankMaskMargins: true,
  keepSpectralScore: false,
};

export interface ChangeDetection {
  /** `changeClass` codes, width × height. */
  readonly mask: Uint8Array;
  /** `changeKindCode` of each changed pixel, 0 elsewhere. */
  readonly kinds: Uint8Array;
  /**
   * The score that was compared with `threshold`: standard deviations above no change (automatic),
   * √Z (irmad), the discriminant (lda) or the index's absolute difference (ndvi, nbr).
   */
  readonly score: Float32Array;
  readonly threshold: number;
  /**
   * The automatic method's score of the spectrum alone, if it was asked for; NaN where unobserved.
   */
  readonly spectralScore?: Float32Array;
  readonly method: ChangeMethod;
  /** Canonical correlations, descending, and the number of rounds; none for other methods. */
  readonly correlations: readonly number[];
  readonly rounds: number;
  readonly converged: boolean;
  /** What a reader of the result should know. */
  readonly notes: readonly RunFact[];
}
