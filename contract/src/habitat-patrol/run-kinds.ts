import type {
  ChangeKind,
  ChangeMethod,
  LandCover,
  Severity,
} from '@refugia/engine/change/options.ts';

/** These lists are apart from the schemas, so that a browser can use them without the schema library. */

export type { ChangeKind, ChangeMethod, LandCover, Severity };

/** The methods that find change. The engine defines them. */
export const changeMethods = [
  'automatic',
  'irmad',
  'lda',
  'ndvi',
  'nbr',
] as const satisfies readonly ChangeMethod[];

/** The land covers for which the method `lda` has coefficients. Other methods need none. */
export const landCovers = [
  'forest',
  'scrub',
  'desert',
  'wetland',
  'grassland',
] as const satisfies readonly LandCover[];

/** The kinds of change, told apart by the direction in which spectral indices moved. */
export const changeKinds = [
  'vegetation_loss',
  'vegetation_gain',
  'burn',
  'water',
  'built_up',
  'other',
  'burned_or_cleared',
] as const satisfies readonly ChangeKind[];

/**
 * Classes of burn severity and regrowth by dNBR, the most severe first. Only the method `nbr`
 * computes them.
 */
export const severities = [
  'high_severity',
  'moderate_high_severity',
  'moderate_low_severity',
  'high_regrowth',
] as const satisfies readonly Severity[];

/** What a person says of a patch of change. */
export const verdicts = ['real', 'not real', 'unsure'] as const;
export type Verdict = (typeof verdicts)[number];

/** Who may judge the patches of a run: its owner alone, or everybody who is signed in and has its link. */
export const runJudges = ['owner', 'signed_in'] as const;

/** The pictures of a run: /tiles/change/{run}/{layer}/{z}/{x}/{y}.png */
export const runLayers = ['before', 'after', 'change'] as const;
export type RunLayer = (typeof runLayers)[number];
