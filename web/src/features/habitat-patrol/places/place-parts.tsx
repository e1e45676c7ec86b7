import { findingOf, findingText } from '@refugia/contract/habitat-patrol/finding.ts';
import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { areaOfPolygons, areaPolygons, boundsOf } from '@refugia/engine/geo/bounds.ts';
import { Satellite } from 'lucide-react';
import { useNavigate } from 'react-router';
import { LocatorMap } from '../../../map/locator/locator-map.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import { deletePlace, lookNow, placeQuery, placesKey } from '../patrol/places-api.ts';

/** What the last look at a place found. */
export function lookText(look: RunSummary | null, areaText: (hectares: number) => string): string {
  if (look === null) return 'Not looked at yet';
  if (look.status !== 'done') return unfinishedLooks[look.status];
  return `${formatDate(look.endDate)}: ${findingText(findingOf(look, areaText))}`;
}

const unfinishedLooks = {
  queued: 'A look is under way',
  running: 'A look is under way',
  failed: 'The last look failed',
  cancelled: 'The last look was cancelled',
};

export function PlacesMap({ places, label }: { places: readonly Place[]; label: string }) {
  const corners = places.flatMap(({ bbox: [west, south, east, north] }) => [
    [west, south],
    [east, north],
  ]);
  return (
    <LocatorMap
      // Another picture is drawn when the places change.
      key={JSON.stringify(places.map(({ id, bbox }) => [id, bbox]))}
      label={label}
      area={areaOfPolygons(places.flatMap(({ outline }) => areaPolygons(outline)))}
      bounds={boundsOf(corners)}
      marked={places.map(({ bbox: [west, south, east, north] }) => [
        (west + east) / 2,
        (south + north) / 2,
      ])}
      onComplete={() => {}}
    />
  );
}

/** Starts a look at a place, and shows how it goes. */
export function LookNow({ place: { id, name } }: { place: Place }) {
  const navigate = useNavigate();
  const look = useAction({
    act: () => lookNow(id),
    failure: 'The look could not be started. Please try again.',
    changes: [placeQuery(id).queryKey],
    onDone: (run) => navigate(resultAddress(run.id)),
  });
  return (
    <Button
      size="sm"
      icon={Satellite}
      isPending={look.isPending}
      aria-label={`Look now: ${name}`}
      onPress={() => look.mutate()}
    >
      Look now
    </Button>
  );
}

interface DeletePlaceProps {
  place: Place;
  onRemoved: () => unknown;
}

export function DeletePlace({ place: { id, name }, onRemoved }: DeletePlaceProps) {
  return (
    <DeleteButton
      name={name}
      title="Delete this place?"
      act={() => deletePlace(id)}
      failure="The place could not be deleted. Please try again."
      done="Place deleted."
      changes={[placesKey]}
      onDone={onRemoved}
    >
      “{name}” goes with its note and its timeline. Its runs stay among your runs. This can't be
      undone.
    </DeleteButton>
  );
}
