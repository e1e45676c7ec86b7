import type { Place } from '@refugia/contract/basemap.ts';

type Ask = (query: string, signal: AbortSignal) => Promise<readonly Place[]>;

/** Who knows places. */
export interface PlaceSources {
  /** The embedded list: states, counties and towns by the beginning of their names. */
  readonly list: Ask;
  /** The installation's geocoder, which knows forests, lakes and parks; null without one. */
  readonly geocoder: Ask | null;
  /** Whether the geocoder may be asked while somebody types. */
  readonly isAskedAsTyped: boolean;
}

/** What was found for a query so far. */
export interface PlaceAnswer {
  readonly query: string;
  readonly places: readonly Place[];
}

/** Fewer letters begin too many names for a geocoder. */
const fewestLetters = 3;

/**
 * Asks the list, and then the geocoder where that may be asked while somebody types.
 * @param pause waits until the person has stopped typing; rejects when the query is superseded
 * @param onAnswer is called with the list's places, and again with those of the geocoder after them
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
    // What the list has is better than nothing.
    if (signal.aborted || listed.length === 0) throw error;
    return [];
  });
  onAnswer({ query, places: merged(listed, found) });
}

/**
 * The best place for a query, which Enter goes to: of what was found for this very query, or else
 * of what is found now. Places of an earlier query don't count.
 * @returns null where there is none
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

/** Names a place among others: two of one kind don't lie at the same point. */
export function placeId({ kind, longitude, latitude }: Place): string {
  return `${kind}/${longitude}/${latitude}`;
}

/** The places of both, without those of the geocoder that the list has by the same name. */
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

/** Name and state: a geocoder tells the county before the state. */
function nameIn({ name, region }: Place): string {
  return `${name}, ${region?.split(', ').at(-1) ?? ''}`;
}
