import type { ConfirmedFeature, MapState } from './map-state.ts';
import { boxOf, noNews, withChanged } from './tile-news.ts';

/** The largest number of features of a tiled map that are kept only because they were read once. */
const mostRead = 500;

/** The features that are needed to show this person's waiting edits. */
export function heldFeatureIds({ pending, held, draft }: MapState): ReadonlySet<string> {
  const changes = [
    ...pending.flatMap((edit) => edit.changes),
    ...held.flatMap(({ edit }) => edit.changes),
    ...draft.changes,
  ];
  return new Set(changes.filter(({ before }) => before !== null).map(({ featureId }) => featureId));
}

/** The map with a feature as the server has it, or without the feature if that is null. */
export function withLoaded(
  state: MapState,
  id: string,
  feature: ConfirmedFeature | null,
): MapState {
  const features = new Map(state.features);
  if (!feature) {
    features.delete(id);
    return { ...state, features };
  }
  // The feature that was read last comes last, so that it is dropped last.
  if (state.tileNews) features.delete(id);
  features.set(id, feature);
  const { tileNews: news } = state;
  if (!news?.changed.has(id)) return { ...state, features };
  const place = { seq: feature.revision, box: boxOf(feature.state.geometry) };
  return { ...state, features, tileNews: withChanged(news, id, place) };
}

/** A tiled map whose tiles all have to be fetched again, and which keeps no features. */
export function withLoadedAgain(state: MapState, seq: number): MapState {
  return { ...state, seq, features: new Map(), tileNews: noNews(seq) };
}

/** Drops features of a tiled map that were read long ago and that its tiles show as well. */
export function withoutOldest(state: MapState, inHand: string | null): MapState {
  const { features, tileNews: news } = state;
  if (!news || features.size <= mostRead) return state;
  const needed = heldFeatureIds(state);
  const removable = [...features.keys()].filter(
    (id) => id !== inHand && !needed.has(id) && !news.changed.has(id),
  );
  const kept = new Map(features);
  for (const id of removable.slice(0, features.size - mostRead)) kept.delete(id);
  return { ...state, features: kept };
}
