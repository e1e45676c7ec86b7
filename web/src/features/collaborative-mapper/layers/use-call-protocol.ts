import { useEffect, useState } from 'react';
import type { CallApi } from '../../../lib/api-client.ts';

/**
 * Makes the map engine fetch by our own calls, which carry the headers that private maps need.
 * @returns the protocol of such addresses, as in `{protocol}:///path`, or null until the map engine
 * knows it
 */
export function useCallProtocol(call: CallApi, mapId: number): string | null {
  const protocol = `map-${mapId}`;
  const [known, setKnown] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    // The map's panel and its calls would wait for the engine if this file imported it by name.
    const engine = import('maplibre-gl');
    void engine.then(({ addProtocol }) => {
      if (isLeft) return;
      addProtocol(protocol, async ({ url }, { signal }) => {
        const { pathname, search } = new URL(url.slice(protocol.length + 3), window.location.href);
        const bytes = await call<Blob>(`${pathname}${search}`, { asFile: true, signal });
        return { data: await bytes.arrayBuffer() };
      });
      setKnown(protocol);
    });
    return () => {
      isLeft = true;
      void engine.then(({ removeProtocol }) => removeProtocol(protocol));
    };
  }, [call, protocol]);
  return known === protocol ? protocol : null;
}
