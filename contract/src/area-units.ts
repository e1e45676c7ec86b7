/**
 * The units in which a person reads areas: hectares, U.S. acres, or both. They are apart from the
 * account's schemas so that map screens need not load those.
 */
export const areaUnits = ['hectares', 'acres', 'both'] as const;
export type AreaUnits = (typeof areaUnits)[number];
