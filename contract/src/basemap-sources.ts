// Beside no schema: the map takes these without loading what checks replies.

/** The source in a base map's style that holds a provider's tiles, where there is one. */
export const providerSourceId = 'provider';
/** The source with simulated scenes. */
export const sceneSourceId = 'scenes';

/** Stands in the credits of all that is simulated, in one word for all: the map leaves out repetitions. */
export const simulatedSceneCredit = 'Simulated scenes, not real observations (Refugia)';
