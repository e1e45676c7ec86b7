import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import type { Review } from '../proposals/use-review.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';

/** The panel opens the section that `section` names; here it is only taken out of the address. */
const names = ['feature', 'proposal', 'place', 'section'] as const;

/**
 * Shows what the address points to on the map, as links in lists and mails do: a feature, an open
 * proposal or a place. The address then names the map alone again, so that reloading does not move
 * the map.
 */
export function LinkedSubject({ review }: { review: Review }) {
  const { proposals } = useOpenMap().state;
  const { flyTo } = useMapTools();
  const showFeature = useShowFeature();
  const [parameters, setParameters] = useSearchParams();
  const [feature, proposal, place, section] = names.map((name) => parameters.get(name));
  const show = useEffectEvent(() => {
    if (proposal !== null && proposals.some(({ id }) => id === proposal)) {
      review.queue.show(proposal);
      review.setShowing(true);
    }
    if (feature !== null) void showFeature(feature);
    const position = placeIn(place);
    if (position !== null) flyTo(position);
    setParameters(
      (current) => {
        const others = new URLSearchParams(current);
        for (const name of names) others.delete(name);
        return others;
      },
      { replace: true },
    );
  });
  const isLinked = feature !== null || proposal !== null || place !== null || section !== null;
  useEffect(() => {
    if (isLinked) show();
  }, [isLinked]);
  return null;
}

/** The longitude and latitude in a text, or null when it names no place. */
function placeIn(text: string | null): readonly [number, number] | null {
  const numbers = (text ?? '').split(',').map(Number);
  const [longitude, latitude] = numbers;
  const isPlace =
    text !== null && numbers.length === 2 && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isPlace ? [longitude, latitude] : null;
}
