import type { Place } from '@refugia/contract/basemap.ts';

type Ask = (query: string, signal: AbortSignal) => Promise<readonly Place[]>;

export interface PlaceSources {
  /** Searches the embedded list of states, counties and towns by the beginning of their names. */
  readonly list: Ask;
  /** Asks the installation's geocoder, which knows forests and lakes, too. Null without one. */
  readonly geocoder: Ask | null;
  /** Whether the geocoder may be asked while somebody types. */
  readonly isAskedAsTyped: boolean;
}

/** The results for a query so far. */
export interface PlaceAnswer {
  readonly query: string;
  readonly places: readonly Place[];
}

/** The fewest letters for a geocoder, because too many names begin with fewer. */
const fewestLetters = 3;

/**
 * Asks the list, and then the geocoder if that may be asked while somebody types.
 * @param pause waits until the person has stopped typing; rejects when the query is superseded
 * @param onAnswer is called with the list's places, and again after the geocoder has answered
 */
export async function searchPlaces(
  query: string,
  sources: PlaceSources,
  options: {
    readonly signal: AbortSignal;
    readonly pause: (signal: AbortSignal) => Promise<void>;
    readonly onAnswer: (answer: PlaceAnswer) => void;
  },
): Promise<void> {
  const { signal, pause, onAnswer } = options;
  const listed = await sources.list(query, signal);
  onAnswer({ query, places: listed });
  if (!sources.geocoder || !sources.isAskedAsTyped || query.length < fewestLetters) return;
  await pause(signal);
  const found = await sources.geocoder(query, signal).catch((error: unknown) => {
    // If the list has found something, a failure of the geocoder is ignored.
    if (signal.aborted || listed.length === 0) throw error;
    return [];
  });
  onAnswer({ query, places: merged(listed, found) });
}

/**
 * The best place for a query, to which Enter leads. Results for this query are used if there are
 * any, and otherwise the sources are asked. Places of an earlier query don't count.
 * @returns null if no place was found
 */
export async function bestPlace(
  query: string,
  answer: PlaceAnswer | null,
  sources: PlaceSources,
  signal: AbortSignal,
): Promise<Place | null> {
  const known = answer?.query === query ? answer.places[0] : undefined;
  if (known) return known;
  const [listed] = await sources.list(query, signal);
  if (listed) return listed;
  const [found] = (await sources.geocoder?.(query, signal)) ?? [];
  return found ?? null;
}

/** An id of a place: two places of one kind don't lie at the same point. */
export function placeId({ kind, longitude, latitude }: Place): string {
  return `${kind}/${longitude}/${latitude}`;
}

/** Adds the geocoder's places to the listed ones, without those of the same name. */
function merged(listed: readonly Place[], found: readonly Place[]): readonly Place[] {
  const names = new Set(listed.map(nameIn));
  const ids = new Set<string>();
  const others = found.filter((place) => {
    const isKnown = names.has(nameIn(place)) || ids.has(placeId(place));
    ids.add(placeId(place));
    return !isKnown;
  });
  return [...listed, ...others];
}

/** The name and the state. A geocoder puts the county before the state. */
function nameIn({ name, region }: Place): string {
  return `${name}, ${region?.split(', ').at(-1) ?? ''}`;
}
