/** These names are apart from the schemas, so that a browser can use them without the schema library. */

/** The header in which a key is sent. It may also stand in the address, as `key`. */
export const keyHeader = 'x-refugia-key';

/** What a key allows: to view something on its screen, or to read it in a GIS. */
export const keyKinds = ['view', 'gis'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** What a key can be made for. */
export const keyTargetTypes = ['map', 'run', 'place', 'project'] as const;
export type KeyTargetType = (typeof keyTargetTypes)[number];
