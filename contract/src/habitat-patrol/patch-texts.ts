import { formatDate } from '../date-text.ts';
import type { RunPatch } from './run-patches.ts';

/** Spectral indices with what they stand for. */
const spectralIndices = [
  { index: 'ndvi', acronym: 'NDVI', name: 'Greenness' },
  { index: 'nbr', acronym: 'NBR', name: 'Burn ratio' },
  { index: 'ndmi', acronym: 'NDMI', name: 'Moisture' },
] as const;

/** The measured spectral indices of a patch before and after: '0.81 → 0.55'. */
export function indexTexts(
  patch: Omit<RunPatch, 'bbox' | 'centroid'>,
): { acronym: string; name: string; text: string }[] {
  return spectralIndices.flatMap(({ index, ...names }) => {
    const [before, after] = [patch[`${index}_before`], patch[`${index}_after`]];
    if (before === undefined || after === undefined) return [];
    return [{ ...names, text: `${before.toFixed(2)} → ${after.toFixed(2)}`.replaceAll('-', '−') }];
  });
}

/** What later clear pictures show of a patch; undefined where they do not tell. */
export function laterText({
  later_changed: isChanged,
  later_seen: date,
}: Pick<RunPatch, 'later_changed' | 'later_seen'>): string | undefined {
  if (!date) return undefined;
  return isChanged
    ? `A later clear picture, of ${formatDate(date)}, shows it changed, too`
    : `A later clear picture, of ${formatDate(date)}, does not show it changed`;
}

/** When a patch changed, as far as that is known; undefined where no scene tells it. */
export function changeDateText({
  first_seen: firstSeen,
  last_unchanged: lastUnchanged,
}: {
  readonly first_seen?: string | null | undefined;
  readonly last_unchanged?: string | null | undefined;
}): string | undefined {
  if (!firstSeen) return undefined;
  const seen = `First seen changed on ${formatDate(firstSeen)}`;
  return lastUnchanged ? `${seen}, last unchanged on ${formatDate(lastUnchanged)}` : seen;
}
