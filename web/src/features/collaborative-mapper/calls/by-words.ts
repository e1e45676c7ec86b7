import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';

/** Says who made a change, and who accepted it if it was proposed by somebody else. */
export function byWords({
  author,
  accepted_by,
}: Pick<HistoryEntry, 'author' | 'accepted_by'>): string {
  const isByAnother =
    accepted_by !== null &&
    (accepted_by.id !== author.id || accepted_by.username !== author.username);
  return isByAnother
    ? `by ${author.username}, accepted by ${accepted_by.username}`
    : `by ${author.username}`;
}
