import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readMapId, withoutToken } from './map-address.ts';
import { keepMapToken, readMapToken } from './map-token.ts';

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
