import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { withoutParameters } from '../../../lib/parameters.ts';

/** The species whose occurrences are shown. The address keeps them for copied links. */
export function useOccurrences() {
  const [parameters, setParameters] = useSearchParams();
  const occurrences = useMemo(() => readOccurrences(parameters), [parameters]);
  const change = (next: (current: readonly Occurrence[]) => readonly Occurrence[]) =>
    setParameters((current) => writeOccurrences(current, next(readOccurrences(current))), {
      replace: true,
      preventScrollReset: true,
    });
  return {
    occurrences,
    add: (occurrence: Occurrence) =>
      change((current) => [...current.filter(({ key }) => key !== occurrence.key), occurrence]),
    remove: (key: number) => change((current) => current.filter((each) => each.key !== key)),
  };
}

export interface Occurrence {
  /** The taxon's key at GBIF. */
  readonly key: number;
  readonly name: string;
}

const parameter = 'occurrences';

/** More hexagons would hide the map and each other. */
const most = 4;

/** Reads the species from an address. Invalid entries are left out. */
export function readOccurrences(parameters: URLSearchParams): Occurrence[] {
  const found = new Map<number, Occurrence>();
  for (const text of parameters.getAll(parameter)) {
    const [, key, name] = /^([1-9]\d{0,9}):(.{1,100})$/u.exec(text) ?? [];
    if (key !== undefined && name !== undefined) found.set(Number(key), { key: Number(key), name });
  }
  return [...found.values()].slice(-most);
}

export function writeOccurrences(
  parameters: URLSearchParams,
  occurrences: readonly Occurrence[],
): URLSearchParams {
  const next = withoutParameters(parameters, [parameter]);
  for (const { key, name } of occurrences.slice(-most))
    next.append(parameter, `${key}:${name.slice(0, 100)}`);
  return next;
}
