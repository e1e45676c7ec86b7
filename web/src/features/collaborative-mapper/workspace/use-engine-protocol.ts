import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Lets the map engine fetch by our own calls, which carry the headers that private maps need.
 * @param answer gets what stands after `{protocol}://` in the engine's address
 * @returns whether the engine knows the protocol
 */
export function useEngineProtocol(
  protocol: string,
  answer: (address: string, signal: AbortSignal) => Promise<ArrayBuffer>,
): boolean {
  const [known, setKnown] = useState<string | null>(null);
  const answerNow = useEffectEvent(answer);
  useEffect(() => {
    let isLeft = false;
    // The map's panel and its calls would wait for the engine if this file imported it by name.
    const engine = import('maplibre-gl');
    void engine.then(({ addProtocol }) => {
      if (isLeft) return;
      addProtocol(protocol, async ({ url }, { signal }) => ({
        data: await answerNow(url.slice(`${protocol}://`.length), signal),
      }));
      setKnown(protocol);
    });
    return () => {
      isLeft = true;
      void engine.then(({ removeProtocol }) => removeProtocol(protocol));
    };
  }, [protocol]);
  return known === protocol;
}
