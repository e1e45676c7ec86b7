import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The map that the address names, and the token for it: from the address, or kept from earlier. */
export function useMapAddress(): { mapId: number | null; mapToken: string | null } {
  const [parameters, setParameters] = useSearchParams();
  const mapId = readMapId(parameters);
  const brought = parameters.get('token');
  const [arrived] = useState(brought);
  useEffect(() => {
    if (brought === null) return;
    if (mapId !== null && brought !== '') keepMapToken(mapId, brought);
    setParameters((current) => withoutToken(current), { replace: true });
  }, [brought, mapId, setParameters]);
  const mapToken = useMemo(
    () => (mapId === null ? null : (arrived ?? readMapToken(mapId))),
    [mapId, arrived],
  );
  return { mapId, mapToken };
}

/** Which map an address names; null where it names none. */
function readMapId(parameters: URLSearchParams): number | null {
  const text = parameters.get('id') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The address without the map's token: it must not stay in histories and screenshots. */
function withoutToken(parameters: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(parameters);
  others.delete('token');
  return others;
}

const keyOf = (mapId: number) => `map-token-${mapId}`;

/** The token of a map's link that this browser was given; null where it has none. */
function readMapToken(mapId: number): string | null {
  try {
    return localStorage.getItem(keyOf(mapId));
  } catch {
    return null;
  }
}

/** Keeps the token of a map's link. Where storage is blocked, the link has to be opened anew. */
function keepMapToken(mapId: number, token: string): void {
  try {
    localStorage.setItem(keyOf(mapId), token);
  } catch {
    // The map is opened with the token of the address all the same.
  }
}
