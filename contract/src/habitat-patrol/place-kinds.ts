/** These lists are apart from the schemas, so that a browser can use them without the schema library. */

/** What somebody who shares a place may do: read it and its looks, or also judge their patches. */
export const placeRoles = ['watch', 'judge'] as const;
export type PlaceRole = (typeof placeRoles)[number];

/** What a caller is to a place. A viewer has its view-only link. */
export const placeStandings = ['owner', ...placeRoles, 'viewer'] as const;
export type PlaceStanding = (typeof placeStandings)[number];
