/**
 * In which units a person reads areas: hectares, U.S. acres, or acres beside hectares. They stand apart
 * from the account's schemas, which map screens have no other use for.
 */
export const areaUnits = ['hectares', 'acres', 'both'] as const;
export type AreaUnits = (typeof areaUnits)[number];
