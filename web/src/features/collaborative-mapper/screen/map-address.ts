import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { storedText } from '../../../lib/stored-text.ts';

/** What the links of a map bring: its token, which makes an editor, and the key of a view-only link. */
const secrets = ['token', 'key'] as const;

const keptSecret = (secret: (typeof secrets)[number], mapId: number) =>
  storedText('localStorage', `map-${secret}-${mapId}`);

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
      if (mapId !== null && brought) keptSecret(secret, mapId).write(brought);
    }
    setParameters((current) => withoutSecrets(current), { replace: true });
  }, [isBrought, parameters, mapId, setParameters]);
  const [mapToken, viewKey] = useMemo(
    () =>
      secrets.map((secret, index) =>
        mapId === null ? null : (arrived[index] ?? keptSecret(secret, mapId).read()),
      ),
    [mapId, arrived],
  );
  return { mapId, mapToken, viewKey };
}

function readMapId(parameters: URLSearchParams): number | null {
  const text = parameters.get('id') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Token and key must not stay in histories and screenshots. */
function withoutSecrets(parameters: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(parameters);
  for (const secret of secrets) others.delete(secret);
  return others;
}
