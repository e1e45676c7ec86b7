/** Begins the key of every list of maps that is kept. */
export const mapsKey = ['rrm', 'maps'] as const;
