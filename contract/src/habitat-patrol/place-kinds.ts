/** These lists are apart from the schemas, so that a browser can use them without the schema library. */

/** What somebody who shares a place may do: read it and its looks, or also judge their patches. */
export const memberRoles = ['watch', 'judge'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** How often a place is watched. */
export const watchIntervals = ['off', 'weekly', 'monthly'] as const;
export type WatchInterval = (typeof watchIntervals)[number];

/** How the last turn of watching a place ended. */
export const watchOutcomes = ['found', 'nothing new', 'no new scenes', 'failed'] as const;
export type WatchOutcome = (typeof watchOutcomes)[number];

/** How often a finding was seen: by one look, by a later one with newer scenes, too, or not any more. */
export const findingStates = ['seen once', 'confirmed', 'gone'] as const;
export type FindingState = (typeof findingStates)[number];

/** What a caller is to a place. A viewer has its view-only link. */
export const placeRoles = ['owner', ...memberRoles, 'viewer'] as const;
export type PlaceRole = (typeof placeRoles)[number];
