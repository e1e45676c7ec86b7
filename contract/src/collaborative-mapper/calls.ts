/**
 * These names, lists and addresses are apart from the schemas of the calls, so that a browser can make the
 * calls without loading the schema library.
 */

/**
 * The header in which a browser sends the token of a private map. Anyone with the token is an
 * editor of the map. The token is never accepted in an address.
 */
export const mapTokenHeader = 'x-map-token';

/** The header in the reply to a list of maps: the number of maps on all its pages. */
export const totalCountHeader = 'x-total-count';

/** The XYZ template of a species' occurrences: hexagons on transparent tiles of 512 pixels. */
export const occurrenceTilesAddress = (taxonKey: number) =>
  `/tiles/occurrences/${taxonKey}/{z}/{x}/{y}.png`;

/** The WebSocket of a map. Its messages are JSON texts, each with a `kind`. */
export const liveAddress = (mapId: number) => `/api/rrm/live/${mapId}`;

/**
 * The codes with which the server closes a connection. A code 4xxx corresponds to HTTP's 4xx. After
 * `slow` and `goingAway` the browser should connect again.
 */
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

export const mapListTypes = ['public_maps', 'my_maps', 'deleted_maps'] as const;
export type MapListType = (typeof mapListTypes)[number];

export const mapSorts = ['date', 'name', 'owner'] as const;
export type MapSort = (typeof mapSorts)[number];

/** The directions of sorting, in the words of `aria-sort`. */
export const sortOrders = ['ascending', 'descending'] as const;
export type SortOrder = (typeof sortOrders)[number];
