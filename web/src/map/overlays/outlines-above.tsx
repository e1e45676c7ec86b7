import { useEffect, useState } from 'react';
import { useEngine } from '../map-events.ts';
import { type DrawnOutlines, OutlineCanvas } from './outline-canvas.ts';

/** Draws outlines above everything else on the map, values included. */
export function OutlinesAbove({ drawn }: { drawn: DrawnOutlines }) {
  const engine = useEngine();
  const [canvas, setCanvas] = useState<OutlineCanvas | null>(null);
  useEffect(() => {
    if (engine === undefined) return;
    const made = new OutlineCanvas(engine);
    setCanvas(made);
    return () => {
      setCanvas(null);
      made.close();
    };
  }, [engine]);
  useEffect(() => canvas?.show(drawn), [canvas, drawn]);
  return null;
}
