/** These lists are apart from the schema of styles, so that browsers load them without it. */

/** How lines are drawn. */
export const lineDashes = ['solid', 'dashed', 'dotted'] as const;
export type LineDash = (typeof lineDashes)[number];

/** How the breaks between classes of numbers were found. */
export const classMethods = ['quantile', 'equal interval', 'natural breaks', 'manual'] as const;
export type ClassMethod = (typeof classMethods)[number];
