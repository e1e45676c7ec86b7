const keyOf = (mapId: number) => `map-token-${mapId}`;

/** The token of a map's link that this browser was given; null where it has none. */
export function readMapToken(mapId: number): string | null {
  try {
    return localStorage.getItem(keyOf(mapId));
  } catch {
    return null;
  }
}

/** Keeps the token of a map's link. Where storage is blocked, the link has to be opened anew. */
export function keepMapToken(mapId: number, token: string): void {
  try {
    localStorage.setItem(keyOf(mapId), token);
  } catch {
    // The map is opened with the token of the address all the same.
  }
}
