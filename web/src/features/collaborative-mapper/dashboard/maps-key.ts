/** The beginning of the query key of every list of maps. */
export const mapsKey = ['rrm', 'maps'] as const;
