import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { AboutSection } from '../about/about-section.tsx';
import { loadFeatureCard } from '../drawing/late-tools.ts';
import type { MapEditing } from '../drawing/map-editing.ts';
import { loadDraftProposal } from '../proposals/load-draft-proposal.ts';
import type { Review } from '../proposals/use-review.ts';
import { canPropose, type MapState } from '../state/map-state.ts';
import { ConnectionNote } from './connection-note.tsx';
import { People } from './people.tsx';

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
const HeldEdits = latePart(async () => (await import('../proposals/held-edits.tsx')).HeldEdits);
const ReviewQueue = latePart(
  async () => (await import('../proposals/review-queue.tsx')).ReviewQueue,
);

interface MapPanelProps {
  state: MapState;
  editing: MapEditing;
  review: Review;
  /** The number of features in view that a large map leaves out at this scale. */
  leftOut: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/**
 * The configuration menu on the left with About, Layers and Comments. While a feature is in hand,
 * it shows that one instead.
 */
export function MapPanel({ state, editing, review, leftOut, isOpen, onToggle }: MapPanelProps) {
  const { map, role } = state;
  const [section, setSection] = useState<'about' | 'layers' | 'comments'>('about');
  const { selected, chosenId } = editing;
  const isLost = state.connection === 'lost';
  const isAway = isLost && state.tileNews !== null && chosenId !== null && selected === null;
  return (
    <Panel
      title={map.name}
      subtitle={<ConnectionNote state={state} />}
      actions={
        <>
          <People people={state.people} />
          <ButtonLink
            kind="text"
            size="sm"
            href="/apps/collaborativemapper/dashboard"
            icon={<Icon of={LogOut} size="sm" />}
          >
            Exit
          </ButtonLink>
        </>
      }
      isOpen={isOpen}
      onToggle={onToggle}
      guest={selected?.id ?? null}
    >
      {leftOut > 0 && (
        <Notice>
          {leftOut === 1 ? 'One feature' : `${leftOut.toLocaleString('en-US')} features`} in view{' '}
          {leftOut === 1 ? 'is' : 'are'} not drawn at this scale. Zoom in to see all.
        </Notice>
      )}
      {isAway && (
        <Notice isAnnounced>
          The chosen feature can't be loaded without a connection. It opens here when the connection
          is back. Features that you opened before can be changed meanwhile.
        </Notice>
      )}
      {state.held.length > 0 && <HeldEdits held={state.held} review={review} />}
      {review.conflict && (
        <ConflictPanel conflict={review.conflict} onCancel={() => review.setConflict(null)} />
      )}
      {editing.proposed.length > 0 && <DraftProposal editing={editing} note={state.draft.note} />}
      {selected && (
        <FeatureCard
          feature={selected}
          canEdit={canPropose(state)}
          alsoHere={namesAt(state, selected.id)}
          onChange={editing.change}
          onClose={() => editing.select(null)}
        />
      )}
      {!selected && !review.conflict && role !== 'viewer' && state.proposals.length > 0 && (
        <ReviewQueue state={state} review={review} />
      )}
      {/* The sections stay while they are hidden, with the table of a layer and what is being
          written. */}
      <div hidden={selected !== null}>
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
      </div>
    </Panel>
  );
}

/** The names of others who have a feature in hand. */
function namesAt({ people }: MapState, featureId: string): string[] {
  const others = [...people.values()].filter(({ feature_id: inHand }) => inHand === featureId);
  return [...new Set(others.map(({ name }) => name))];
}
