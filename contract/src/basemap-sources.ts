// These constants are apart from the schemas so that the map need not load those.

/** The source with a provider's tiles in a base map's style. */
export const providerSourceId = 'provider';
/** The source with simulated scenes. */
export const sceneSourceId = 'scenes';

/**
 * The credit of everything that is simulated. It is one text for all, because the map leaves out
 * repetitions. The map says beside it that this is simulated.
 */
export const simulatedSceneCredit = 'Scenes of the Refugia demonstration';

/** The source of borders, waters, roads and names. */
export const geographySourceId = 'geography';
