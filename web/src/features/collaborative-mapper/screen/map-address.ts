import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

/** What the links of a map bring: its token, which makes an editor, and the key of a view-only link. */
const secrets = ['token', 'key'] as const;
type Secret = (typeof secrets)[number];

/** The map that the address names, with its token and key: from the address, or kept from earlier. */
export function useMapAddress(): {
  mapId: number | null;
  mapToken: string | null;
  viewKey: string | null;
} {
  const [parameters, setParameters] = useSearchParams();
  const mapId = readMapId(parameters);
  const isBrought = secrets.some((secret) => parameters.has(secret));
  const [arrived] = useState(() => secrets.map((secret) => parameters.get(secret)));
  useEffect(() => {
    if (!isBrought) return;
    for (const secret of secrets) {
      const brought = parameters.get(secret);
      if (mapId !== null && brought) keepSecret(secret, mapId, brought);
    }
    setParameters((current) => withoutSecrets(current), { replace: true });
  }, [isBrought, parameters, mapId, setParameters]);
  const [mapToken, viewKey] = useMemo(
    () =>
      secrets.map((secret, index) =>
        mapId === null ? null : (arrived[index] ?? readSecret(secret, mapId)),
      ),
    [mapId, arrived],
  );
  return { mapId, mapToken, viewKey };
}

/** The address of a map's screen. */
export const mapAddress = (mapId: number) => `/apps/collaborativemapper/map?id=${mapId}`;

/** Which map an address names; null where it names none. */
function readMapId(parameters: URLSearchParams): number | null {
  const text = parameters.get('id') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The address without token and key: they must not stay in histories and screenshots. */
function withoutSecrets(parameters: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(parameters);
  for (const secret of secrets) others.delete(secret);
  return others;
}

const nameOf = (secret: Secret, mapId: number) => `map-${secret}-${mapId}`;

/** What a map's link brought to this browser earlier; null where it has nothing. */
function readSecret(secret: Secret, mapId: number): string | null {
  try {
    return localStorage.getItem(nameOf(secret, mapId));
  } catch {
    return null;
  }
}

/** Keeps what a map's link brings. Where storage is blocked, the link has to be opened anew. */
function keepSecret(secret: Secret, mapId: number, value: string): void {
  try {
    localStorage.setItem(nameOf(secret, mapId), value);
  } catch {
    // The map is opened with what the address brought all the same.
  }
}
