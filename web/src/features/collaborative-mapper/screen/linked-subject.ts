import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { useSearchParams } from 'react-router';
import { withoutParameters } from '../../../lib/parameters.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { LngLat } from '../../../map/places.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { subjectOfProposal } from '../own-proposals/proposal-address.ts';
import type { Review } from '../proposals/use-review.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';

const subjects = ['feature', 'proposal', 'place'] as const;

/**
 * Shows what the address of a link names: a feature, a proposal or a place. Of a proposal that was
 * decided, a message tells how. The address then names the map alone, so that reloading does not
 * move the map.
 */
export function LinkedSubject({ review }: { review: Review }) {
  const { client, state } = useOpenMap();
  const { flyTo } = useMapTools();
  const showFeature = useShowFeature();
  const [parameters, setParameters] = useSearchParams();
  const proposal = parameters.get('proposal');
  // The panel opens the section; here it is only taken out of the address. Of a comment, its entry in
  // the list does that: of two changes of the address at the same time, the router keeps the last.
  const isSection = parameters.has('section') && !parameters.has('comment');
  const showPlace = (subject: URLSearchParams) => {
    const id = subject.get('feature');
    if (id !== null) void showFeature(id);
    const position = placeIn(subject.get('place'));
    if (position !== null) flyTo(position);
  };
  const showDecided = async (id: string) => {
    try {
      const query = { id: client.mapId, proposal: id };
      const [found] = await client.call<MapProposal[]>('/api/rrm/proposals', { query });
      showToast('message', decisionWords(found));
      if (found) showPlace(new URLSearchParams(subjectOfProposal(found)));
    } catch (error) {
      showFailure(error, 'The proposal could not be shown. Please try again.');
    }
  };
  const isLinked = isSection || subjects.some((name) => parameters.has(name));
  useOnChange(isLinked, () => {
    if (!isLinked) return;
    if (proposal !== null && state.proposals.some(({ id }) => id === proposal)) {
      review.queue.show(proposal);
      review.setShowing(true);
    } else if (proposal !== null) void showDecided(proposal);
    showPlace(parameters);
    setParameters((current) => withoutParameters(current, [...subjects, 'section']), {
      replace: true,
    });
  });
  return null;
}

function decisionWords(proposal: MapProposal | undefined): string {
  if (proposal === undefined) return 'This proposal is no longer on the map.';
  const { editor, status, reason } = proposal;
  return `The proposal by ${editor} was ${status}${reason ? `: “${reason}”` : '.'}`;
}

function placeIn(text: string | null): LngLat | null {
  const numbers = (text ?? '').split(',').map(Number);
  const [longitude, latitude] = numbers;
  const isPlace =
    text !== null && numbers.length === 2 && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isPlace ? [longitude, latitude] : null;
}
