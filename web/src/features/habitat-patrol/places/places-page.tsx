import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { MapPin } from 'lucide-react';
import { useRef } from 'react';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { useSession } from '../../../lib/session.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { placeAddress } from '../address/run-addresses.ts';
import { usePlaces } from '../patrol/places-api.ts';
import { RunThumbnail } from '../runs/run-card.tsx';
import { DeletePlace, LookNow, lookText, PlacesMap } from './place-parts.tsx';
import styles from './places.module.css';
import { SharedBy } from './sharing/shared-place.tsx';
import { watchName } from './watching/watch-text.ts';

/** A person's places: where they lie, and what the last look at each of them told. */
export function PlacesPage() {
  const { status } = useSession();
  const { data, isError, refetch } = usePlaces();
  const toMap = <ButtonLink href="/apps/habitatpatrol/map">Choose an area</ButtonLink>;
  return (
    <Page>
      <PageHeader title="Places" lead="Areas that you look at again and again." actions={toMap} />
      {status === 'visitor' && (
        <EmptyState icon={MapPin} title="Places belong to an account">
          Log in, choose an area on the map, and save it as a place.
        </EmptyState>
      )}
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>Your places could not be loaded.</RetryNotice>
      )}
      {data === undefined && status === 'authenticated' && !isError && (
        <Spinner label="Loading your places" showLabel />
      )}
      {data?.length === 0 && (
        <EmptyState icon={MapPin} title="No places yet" actions={toMap}>
          Draw an area on the map, or open a result, and press “Save as place”.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <div className={styles.columns}>
          <PlaceList places={data} />
          <PlacesMap places={data} label="Where your places lie" />
        </div>
      )}
    </Page>
  );
}

function PlaceList({ places }: { places: readonly Place[] }) {
  const list = useRef<HTMLUListElement>(null);
  useLanding(list, (region) => region.querySelector('a'));
  return (
    <ul ref={list} className={utilities.grid} aria-label="Places">
      {places.map((place) => (
        <PlaceCard key={place.id} place={place} />
      ))}
    </ul>
  );
}

function PlaceCard({ place }: { place: Place }) {
  const { id, name, note, area_hectares, look_count, last_look } = place;
  const isOwner = place.role === 'owner';
  const areaText = useAreaTexts();
  return (
    <Card
      as="li"
      media={<RunThumbnail thumbnail={last_look?.thumbnail ?? null} />}
      actions={
        <>
          {isOwner && <LookNow place={place} />}
          <ButtonLink
            href={placeAddress(id)}
            size="sm"
            kind="secondary"
            aria-label={`Open ${name}`}
          >
            Open
          </ButtonLink>
          {isOwner && <DeletePlace place={place} onRemoved={() => {}} />}
        </>
      }
    >
      <PartHeading level={2}>{name}</PartHeading>
      <SharedBy place={place} />
      {note !== '' && (
        <Text number={2}>
          <span className={styles.note}>{note}</span>
        </Text>
      )}
      <SideNote number={2}>
        {areaText(area_hectares)} · {look_count === 1 ? '1 look' : `${look_count} looks`} ·{' '}
        {watchName(place)}
      </SideNote>
      <Text number={2}>{lookText(last_look, areaText)}</Text>
    </Card>
  );
}
