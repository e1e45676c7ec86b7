/**
 * The names of shares, each with the whole that it is a share of. A share that is shown anywhere has
 * one of these names.
 */
export const shareNames = {
  /** Of the whole area of interest, seen or not. */
  ofArea: 'Share of the area',
  /** Of the part of it that was clear on both dates. */
  ofClear: 'Share of what was clear',
} as const;
