// Beside no schema: the map takes these without loading what checks replies.

/** The source in a base map's style that holds a provider's tiles, where there is one. */
export const providerSourceId = 'provider';
/** The source with simulated scenes. */
export const sceneSourceId = 'scenes';
