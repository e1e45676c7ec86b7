import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Occurrence, readOccurrences, writeOccurrences } from './occurrence-address.ts';

/**
 * The species whose occurrences are shown on the map for reference. The address keeps them, so that
 * a copied link shows the same. They are no part of the map itself.
 */
export function useOccurrences() {
  const [parameters, setParameters] = useSearchParams();
  const occurrences = useMemo(() => readOccurrences(parameters), [parameters]);
  const change = useCallback(
    (next: (current: readonly Occurrence[]) => readonly Occurrence[]) =>
      setParameters((current) => writeOccurrences(current, next(readOccurrences(current))), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParameters],
  );
  const add = useCallback(
    (occurrence: Occurrence) =>
      change((current) => [...current.filter(({ key }) => key !== occurrence.key), occurrence]),
    [change],
  );
  const remove = useCallback(
    (key: number) => change((current) => current.filter((each) => each.key !== key)),
    [change],
  );
  return { occurrences, add, remove };
}
