/*
 * What a browser needs to make the calls of the Collaborative Mapper. It stands apart from their
 * schemas, whose library a browser would load for nothing.
 */

/**
 * The header in which a browser sends the token of a private map's link. Who holds it is an editor of
 * that map. It is never accepted in an address.
 */
export const mapTokenHeader = 'x-map-token';

/** The header of a list of maps: how many maps fit, on all its pages. */
export const totalCountHeader = 'x-total-count';

/** The XYZ template of a species' occurrences: hexagons on transparent tiles of 512 pixels. */
export const occurrenceTilesAddress = (taxonKey: number) =>
  `/tiles/occurrences/${taxonKey}/{z}/{x}/{y}.png`;

/** The WebSocket of a map. Its messages are JSON texts, each with a `kind`. */
export const liveAddress = (mapId: number) => `/api/rrm/live/${mapId}`;

/** Why the server closes a connection; 4xxx as HTTP's 4xx. After `slow` and `goingAway`: come back. */
export const liveCloseCodes = {
  goingAway: 1001,
  tooLarge: 1009,
  badMessage: 4400,
  notAuthenticated: 4401,
  notAllowed: 4403,
  notFound: 4404,
  slow: 4408,
  tooMany: 4429,
} as const;
