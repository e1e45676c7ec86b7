import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';

interface WhenDrawnProps {
  /** The shortest time before the call, so that a text which then disappears could be read. */
  milliseconds: number;
  onDrawn: () => void;
}

/** Calls once when the map has stopped moving and shows every tile of its view. */
export function WhenDrawn({ milliseconds, onDrawn }: WhenDrawnProps) {
  const { current: map } = useMap();
  const tell = useEffectEvent(onDrawn);
  useEffect(() => {
    const engine = map?.getMap();
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
  }, [map, milliseconds]);
  return null;
}
