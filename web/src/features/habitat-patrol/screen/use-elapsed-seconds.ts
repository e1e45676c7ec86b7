import { useEffect, useRef, useState } from 'react';
import { formatElapsed } from '../format.ts';

/**
 * Counts the seconds since the run began while the component is mounted, and logs them at the end.
 * @param knownSeconds what the server says, which is more after a reload
 */
export function useElapsedSeconds(knownSeconds: number): number {
  const startedAt = useRef(Number.POSITIVE_INFINITY);
  const [elapsedSeconds, setElapsedSeconds] = useState(knownSeconds);

  useEffect(() => {
    startedAt.current = Math.min(startedAt.current, performance.now() - knownSeconds * 1000);
  }, [knownSeconds]);

  useEffect(() => {
    const read = () => (performance.now() - startedAt.current) / 1000;
    const timer = setInterval(() => setElapsedSeconds(read()), 250);
    return () => {
      clearInterval(timer);
      console.info(`Habitat Patrol: the query took ${formatElapsed(read())}.`);
    };
  }, []);
  return elapsedSeconds;
}
