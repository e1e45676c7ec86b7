import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from '../../../lib/store.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { initialsOf } from '../../../ui/media/avatar.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { AboutSection } from '../about/about-section.tsx';
import { loadFeatureCard } from '../drawing/late-tools.ts';
import type { MapEditing } from '../drawing/use-map-editing.ts';
import type { Review } from '../proposals/use-review.ts';
import type { MapState } from '../state/map-state.ts';
import { chosenFeatures } from '../workspace/chosen-features.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './map-screen.module.css';
import { colourOfPerson } from './presence-marks.tsx';

export const loadDraftProposal = async () =>
  (await import('../proposals/own-changes.tsx')).DraftProposal;

const CommentsSection = latePart(
  async () => (await import('../comments/comments-section.tsx')).CommentsSection,
);
const LayersSection = latePart(
  async () => (await import('../layers/layers-section.tsx')).LayersSection,
);
const FeatureCard = latePart(loadFeatureCard);
const ConflictPanel = latePart(
  async () => (await import('../proposals/conflict-panel.tsx')).ConflictPanel,
);
const DraftProposal = latePart(loadDraftProposal);
const HeldEdits = latePart(async () => (await import('../proposals/own-changes.tsx')).HeldEdits);
const ChosenBar = latePart(async () => (await import('../table/chosen-bar.tsx')).ChosenBar);
const FilterBar = latePart(async () => (await import('../table/filter.tsx')).FilterBar);
const ReviewQueue = latePart(
  async () => (await import('../proposals/review-queue.tsx')).ReviewQueue,
);

interface MapPanelProps {
  editing: MapEditing;
  review: Review;
  /** The number of features in view that a large map leaves out at this scale. */
  leftOut: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The menu on the left. While a feature is in hand, it shows that one instead. */
export function MapPanel({ editing, review, leftOut, isOpen, onToggle }: MapPanelProps) {
  const { state, map } = useOpenMap();
  const { selected } = editing;
  return (
    <Panel
      title={map.name}
      subtitle={
        <span className={styles.connection} data-connection={state.connection} role="status">
          {connectionWords(state)}
        </span>
      }
      actions={
        <>
          <People people={state.people} />
          <ButtonLink
            kind="text"
            size="sm"
            href="/apps/collaborativemapper/dashboard"
            icon={LogOut}
          >
            Exit
          </ButtonLink>
        </>
      }
      isOpen={isOpen}
      onToggle={onToggle}
      guest={selected?.id ?? null}
    >
      <LeftOut count={leftOut} />
      <UnderWay editing={editing} review={review} />
      {/* The sections stay while they are hidden, with the table of a layer and what is being
          written. */}
      <div hidden={selected !== null}>
        <Sections />
      </div>
    </Panel>
  );
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice>
      {count === 1
        ? 'One feature in view is'
        : `${count.toLocaleString('en-US')} features in view are`}{' '}
      not drawn at this scale. Zoom in to see all.
    </Notice>
  );
}

/** A filter, chosen features, conflicts, the feature in hand, and proposals. */
function UnderWay({ editing, review }: Pick<MapPanelProps, 'editing' | 'review'>) {
  const { state, canPropose } = useOpenMap();
  const { filter } = useMapFilter();
  const chosen = useStore(chosenFeatures);
  const { selected, chosenId } = editing;
  const isLost = state.connection === 'lost';
  const isAway = isLost && state.tileNews !== null && chosenId !== null && selected === null;
  // What was drawn is named before it is proposed.
  const draftProposal = editing.proposed.length > 0 && <DraftProposal editing={editing} />;
  return (
    <>
      {filter.length > 0 && <FilterBar />}
      {chosen.size > 0 && <ChosenBar />}
      {isAway && (
        <Notice isAnnounced>
          The chosen feature can't be loaded without a connection. It opens here when the connection
          is back. Features that you opened before can be changed meanwhile.
        </Notice>
      )}
      {state.held.length > 0 && <HeldEdits review={review} />}
      {review.conflict && (
        <ConflictPanel walk={review.conflict} onCancel={() => review.setConflict(null)} />
      )}
      {!selected && draftProposal}
      {selected && (
        <FeatureCard
          feature={selected}
          canEdit={canPropose}
          alsoHere={namesOf(state.people, selected.id)}
          onChange={editing.change}
          onClose={() => editing.select(null)}
          isNew={editing.drawn !== null}
        >
          {draftProposal}
        </FeatureCard>
      )}
      {!selected && !review.conflict && canPropose && state.proposals.length > 0 && (
        <ReviewQueue review={review} />
      )}
    </>
  );
}

function Sections() {
  const [section, setSection] = useState<'about' | 'layers' | 'comments'>('about');
  const wanted = useSearchParams()[0].get('section');
  useEffect(() => {
    if (wanted === 'comments') setSection('comments');
    if (wanted === 'people') setSection('about');
  }, [wanted]);
  return (
    <Tabs
      label="Map menu"
      selected={section}
      onSelect={setSection}
      tabs={[
        { id: 'about', label: 'About', content: <AboutSection /> },
        { id: 'layers', label: 'Layers', content: <LayersSection /> },
        { id: 'comments', label: 'Comments', content: <CommentsSection /> },
      ]}
    />
  );
}

/** @param featureId only people who have this feature in hand */
function namesOf(people: MapState['people'], featureId?: string): string[] {
  const found = [...people.values()].filter(
    ({ feature_id: inHand }) => featureId === undefined || inHand === featureId,
  );
  return [...new Set(found.map(({ name }) => name))];
}

function connectionWords({ connection, pending, unkeptEdits, keepsEdits }: MapState): string {
  const count = pending.length;
  const waiting = count === 1 ? '1 change' : `${count} changes`;
  if (connection !== 'lost') {
    if (count > 0) return `Saving ${waiting}`;
    return connection === 'live' ? 'Live' : 'Connecting';
  }
  if (count === 0) return 'Connection lost. Trying again.';
  if (!keepsEdits) return `Connection lost. Keep this page open until ${waiting} can be sent.`;
  if (unkeptEdits > 0) return `Connection lost. Keeping ${waiting} …`;
  return `Connection lost. ${waiting} kept here, to be sent when it is back.`;
}

const shownPeople = 3;

function People({ people }: { people: MapState['people'] }) {
  const names = namesOf(people);
  if (names.length === 0) return null;
  return (
    <ul className={styles.people} aria-label="Also on this map">
      {names.slice(0, shownPeople).map((name) => (
        <li key={name} title={name} style={{ background: colourOfPerson(name) }}>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className={utilities.announced}>{name}</span>
        </li>
      ))}
      {names.length > shownPeople && (
        <li className={styles.more}>
          +{names.length - shownPeople}
          <span className={utilities.announced}> more</span>
        </li>
      )}
    </ul>
  );
}
