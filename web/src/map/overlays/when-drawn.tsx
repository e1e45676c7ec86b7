import { useEffect, useEffectEvent } from 'react';
import { useEngine } from '../map-events.ts';

interface WhenDrawnProps {
  /** The shortest time before the call, so that a text which then disappears could be read. */
  milliseconds: number;
  onDrawn: () => void;
}

/** Calls once when the map has stopped moving and shows every tile of its view. */
export function WhenDrawn({ milliseconds, onDrawn }: WhenDrawnProps) {
  const engine = useEngine();
  const tell = useEffectEvent(onDrawn);
  useEffect(() => {
    if (!engine) return;
    const begun = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIdle = () => {
      timer = setTimeout(() => tell(), Math.max(0, begun + milliseconds - performance.now()));
    };
    engine.once('idle', onIdle);
    return () => {
      engine.off('idle', onIdle);
      clearTimeout(timer);
    };
  }, [engine, milliseconds]);
  return null;
}
