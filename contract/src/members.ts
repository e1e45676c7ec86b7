/** The keys of an object that has no others than its type tells. */
export const keysOf = <Key extends string>(
  object: Readonly<Partial<Record<Key, unknown>>>,
): Key[] => Object.keys(object) as Key[];

/** The members of a value that may be an object; null and undefined have none. */
export const membersOf = (value: unknown): Record<string, unknown> => Object(value);
