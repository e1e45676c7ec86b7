import type {
  FindingState,
  WatchInterval,
  WatchOutcome,
} from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { Place, PlaceFinding } from '@refugia/contract/habitat-patrol/places.ts';
import { formatDate } from '../../format.ts';

const intervalTexts: Readonly<Record<WatchInterval, string>> = {
  off: 'Not watched',
  weekly: 'Watched weekly',
  monthly: 'Watched monthly',
};

const outcomeTexts: Readonly<Record<WatchOutcome, string>> = {
  found: 'The last look found something new.',
  'nothing new': 'The last look found nothing new.',
  'no new scenes': 'There were no new clear scenes the last time.',
  failed: 'The last look failed; the next one tries again.',
};

/** Says in a few words whether a place is watched. */
export const watchName = ({ watch }: Place): string => intervalTexts[watch.every];

/** Says how a place is watched, when it is looked at next and what the last look brought. */
export function watchText(place: Place, now = new Date()): string {
  const { is_offered, next_look_at, last_outcome } = place.watching;
  if (place.watch.every === 'off') return 'This place is not watched.';
  if (!is_offered) return 'This installation does not watch places at present.';
  const isDue = next_look_at === null || new Date(next_look_at) <= now;
  const next = isDue
    ? 'The next look begins in a few minutes.'
    : `Next look about ${formatDate(next_look_at.slice(0, 10))}.`;
  return [`${watchName(place)}.`, next, last_outcome && outcomeTexts[last_outcome]]
    .filter(Boolean)
    .join(' ');
}

/** Says how often a finding was seen, and when. */
export function findingStateText(finding: PlaceFinding): string {
  const day = (at: string | null) => formatDate((at ?? finding.first_seen_at).slice(0, 10));
  const first = day(finding.first_seen_at);
  const texts: Readonly<Record<FindingState, string>> = {
    'seen once': `New: seen once, on ${first}`,
    confirmed: `Confirmed on ${day(finding.confirmed_at)} by newer scenes; first seen on ${first}`,
    gone: `Not seen any more on ${day(finding.gone_at)}; first seen on ${first}`,
  };
  return texts[finding.state];
}
