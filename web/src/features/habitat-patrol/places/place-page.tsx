import { readArea } from '@refugia/contract/area.ts';
import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type { PlaceChanges, PlaceDetails } from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPin, SquarePen } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useSession } from '../../../lib/session.ts';
import { lookForChangeAddress } from '../../../map/look-for-change.ts';
import { ButtonLink, PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { placesAddress, resultAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import { changePlace, placeQuery, placesKey, useViewKey } from '../patrol/places-api.ts';
import { refetchUntilEnded } from '../patrol/result-api.ts';
import { CompareBar, CompareBox, useCompareChoice } from '../runs/compare-choice.tsx';
import { DeletePlace, LookNow, lookText, PlacesMap } from './place-parts.tsx';
import styles from './places.module.css';
import { DownloadPlace, LeavePlace, SharedBy, SharePlace } from './sharing/shared-place.tsx';
import { PlaceFindings } from './watching/place-findings.tsx';
import { WatchPlace } from './watching/watch-place.tsx';

const { runNameMaxLength, placeNoteMaxLength } = limits.habitatPatrol;
const toPlaces = <ButtonLink href={placesAddress}>Places</ButtonLink>;

/** One place: its name, note and area, and its looks through time. */
export function PlacePage() {
  const { id = '' } = useParams();
  const key = useViewKey();
  const { status } = useSession();
  const needsLogin = status === 'visitor' && key === null;
  const { data, error } = useQuery({
    ...placeQuery(id, key),
    enabled: status !== 'checking' && !needsLogin,
    retry: false,
    refetchInterval: ({ state }) => refetchUntilEnded(state.data?.looks),
  });
  useDocumentTitle(data?.place.name);
  return (
    <Page>
      {needsLogin && (
        <EmptyState icon={MapPin} title="Places belong to an account" actions={toPlaces}>
          Log in to see yours.
        </EmptyState>
      )}
      {error && (
        <EmptyState icon={MapPin} title="This place is not here" actions={toPlaces}>
          {failureText(error, 'It could not be loaded. Please try again.')}
        </EmptyState>
      )}
      {data === undefined && !error && !needsLogin && (
        <Spinner label="Loading the place" showLabel />
      )}
      {data !== undefined && <OpenPlace details={data} />}
    </Page>
  );
}

function OpenPlace({ details: { place, coords, looks } }: { details: PlaceDetails }) {
  const queries = useQueryClient();
  const areaText = useAreaTexts();
  const { id, name, note, area_hectares, role } = place;
  const isOwner = role === 'owner';
  const change = async (changes: PlaceChanges) => {
    try {
      queries.setQueryData(placeQuery(id).queryKey, await changePlace(id, changes));
    } catch (cause) {
      showFailure(cause, 'This could not be changed. Please try again.');
      throw cause;
    }
    await queries.invalidateQueries({ queryKey: placesKey });
  };
  return (
    <>
      <div className={styles.columns}>
        <div className={utilities.stack}>
          <Text number={2}>
            <Link href={placesAddress}>Places</Link>
          </Text>
          <EditableText
            isTitle
            isReadOnly={!isOwner}
            headingLevel={1}
            label="Name"
            value={name}
            maxLength={runNameMaxLength}
            validate={(text) => (text === '' ? 'Please enter a name.' : undefined)}
            onSave={(next) => change({ name: next })}
          />
          <SharedBy place={place} />
          {isOwner && (
            <EditableText
              isMultiline
              label="Note"
              value={note}
              maxLength={placeNoteMaxLength}
              onSave={(next) => change({ note: next })}
            />
          )}
          <SideNote number={2}>{areaText(area_hectares)}</SideNote>
          <PlaceActions place={place} coords={coords} />
          {isOwner && (
            <SideNote>
              “Look now” compares today with the same day a year ago. To look at other dates or to
              draw the area anew, open it on the map.
            </SideNote>
          )}
        </div>
        <PlacesMap places={[place]} label={`Where ${name} lies`} />
      </div>
      <WatchPlace place={place} onChange={(watch) => change({ watch })} />
      <PlaceFindings place={place} />
      <section className={utilities.stack} aria-label="Looks">
        <PartHeading level={2}>Looks</PartHeading>
        {looks.length === 0 ? (
          <Text tone="soft">There has been no look at this place yet.</Text>
        ) : (
          <Timeline looks={looks} />
        )}
      </section>
    </>
  );
}

function PlaceActions({ place, coords }: Pick<PlaceDetails, 'place' | 'coords'>) {
  const navigate = useNavigate();
  const { name, role } = place;
  const isOwner = role === 'owner';
  const openOnMap = () => {
    const area = readArea(coords);
    return area && navigate(lookForChangeAddress(area, name));
  };
  return (
    <div className={utilities.cluster}>
      {isOwner && <LookNow place={place} />}
      <PanelButton icon={SquarePen} onPress={() => void openOnMap()}>
        Open the area on the map
      </PanelButton>
      <DownloadPlace place={place} />
      {isOwner && <SharePlace place={place} />}
      {isOwner && <DeletePlace place={place} onRemoved={() => navigate(placesAddress)} />}
      {(role === 'watch' || role === 'judge') && (
        <LeavePlace place={place} onLeft={() => navigate(placesAddress)} />
      )}
    </div>
  );
}

/** The looks at a place, the newest first, with bars for their hectares. */
function Timeline({ looks }: { looks: readonly RunSummary[] }) {
  const areaText = useAreaTexts();
  const most = Math.max(0, ...looks.map(({ changed_hectares }) => changed_hectares ?? 0));
  const compare = useCompareChoice();
  return (
    <>
      {looks.length > 1 && <CompareBar choice={compare} />}
      <ol className={styles.timeline} aria-label="Timeline">
        {looks.map((look) => (
          <li key={look.id} className={styles.look}>
            <Link href={resultAddress(look.id)}>
              {formatDate(look.startDate)} – {formatDate(look.endDate)}
            </Link>
            <span
              className={styles.bar}
              aria-hidden="true"
              style={{
                inlineSize: `${most === 0 ? 0 : (100 * (look.changed_hectares ?? 0)) / most}%`,
              }}
            />
            <Text number={2}>{lookText(look, areaText)}</Text>
            {looks.length > 1 && (
              <CompareBox
                choice={compare}
                run={look}
                name={`${formatDate(look.startDate)} – ${formatDate(look.endDate)}`}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
