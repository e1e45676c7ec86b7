import { type MemberRole, memberRoles } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../../../lib/api-errors.ts';
import { ViewLinks } from '../../../../map/sharing/view-links.tsx';
import { Button, PanelButton } from '../../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../../ui/data/list.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { copyText } from '../../../../ui/overlays/copy-text.ts';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { RetryNotice } from '../../../../ui/overlays/notice.tsx';
import { useAction } from '../../../../ui/overlays/use-action.ts';
import { PartHeading, SideNote, Text } from '../../../../ui/style/typography.tsx';
import utilities from '../../../../ui/style/utilities.module.css';
import {
  placeFeedAddress,
  placeMembersQuery,
  putPlaceMember,
  removePlaceMember,
} from '../../patrol/places-api.ts';

/** Shares a place with accounts, and by view-only links. */
export function SharePlaceModal({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Modal title={`Share ${place.name}`} onClose={onClose}>
      <Text number={2}>
        Others see the place with its looks and their results. Your note and your other places stay
        yours.
      </Text>
      <PlaceMembersList placeId={place.id} />
      <PartHeading level={3}>View-only links</PartHeading>
      <ViewLinks
        target={{ type: 'place', id: place.id }}
        explanation="Anyone who has such a link reads the place, even without an account. With it comes a feed (Atom) that tells feed readers of each look that found change."
        copiedSentence="Link copied. Anyone who has it reads this place."
        beside={({ key }) => (
          <PanelButton
            onPress={() =>
              void copyText(
                placeFeedAddress(place.id, key),
                'Address of the feed copied. Paste it into a feed reader.',
              )
            }
          >
            Copy feed
          </PanelButton>
        )}
      />
    </Modal>
  );
}

const roleTexts: Readonly<Record<MemberRole, string>> = {
  watch: 'May watch',
  judge: 'May watch and judge patches',
};
const roleOptions = memberRoles.map((id) => ({ id, label: roleTexts[id] }));

function PlaceMembersList({ placeId }: { placeId: string }) {
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const whole = useRef<HTMLElement>(null);
  const { data, isError, refetch } = useQuery(placeMembersQuery(placeId));
  return (
    <section ref={whole} tabIndex={-1} aria-labelledby={headingId} className={utilities.stack}>
      <PartHeading level={3} id={headingId}>
        People
      </PartHeading>
      <NewMember placeId={placeId} />
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The people could not be loaded.</RetryNotice>
      )}
      {data?.members.length === 0 && <SideNote number={2}>Nobody yet.</SideNote>}
      <List kind="divided">
        {data?.members.map((member) => (
          <MemberRow
            key={member.username}
            placeId={placeId}
            member={member}
            onRemoved={() => whole.current?.focus()}
          />
        ))}
      </List>
    </section>
  );
}

function NewMember({ placeId }: { placeId: string }) {
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<MemberRole>('watch');
  const wanted = username.trim();
  const adding = useAction({
    act: () => putPlaceMember(placeId, { username: wanted, role }),
    changes: [placeMembersQuery(placeId).queryKey],
    onDone: () => setUsername(''),
  });
  return (
    <Form
      onSubmit={() => {
        if (wanted !== '' && !adding.isPending) adding.mutate();
      }}
    >
      <TextField
        label="Username"
        value={username}
        onChange={(text) => {
          setUsername(text);
          adding.reset();
        }}
        maxLength={100}
        error={
          adding.isError
            ? failureText(adding.error, 'The place was not shared. Please try again.')
            : undefined
        }
      />
      <Select label="What they may do" options={roleOptions} value={role} onChange={setRole} />
      <Button type="submit" isPending={adding.isPending} isDisabled={wanted === ''}>
        Share with this person
      </Button>
    </Form>
  );
}

interface MemberRowProps {
  placeId: string;
  member: { readonly username: string; readonly role: MemberRole };
  onRemoved: () => void;
}

function MemberRow({ placeId, member: { username, role }, onRemoved }: MemberRowProps) {
  const other = role === 'watch' ? 'judge' : 'watch';
  const failure = 'This was not changed. Please try again.';
  const changes = [placeMembersQuery(placeId).queryKey];
  const changing = useAction({
    act: () => putPlaceMember(placeId, { username, role: other }),
    failure,
    changes,
  });
  const removal = useAction({
    act: () => removePlaceMember(placeId, username),
    failure,
    done: `${username} does not share this place any more.`,
    changes,
    onDone: onRemoved,
  });
  return (
    <ListItem
      trailing={
        <span className={utilities.cluster}>
          <PanelButton
            aria-label={other === 'judge' ? `Let ${username} judge` : `Let ${username} only watch`}
            isPending={changing.isPending}
            onPress={() => changing.mutate()}
          >
            {other === 'judge' ? 'Let judge' : 'Only watch'}
          </PanelButton>
          <PanelButton
            aria-label={`Remove ${username}`}
            isPending={removal.isPending}
            onPress={() => removal.mutate()}
          >
            Remove
          </PanelButton>
        </span>
      }
    >
      {username}
      <SideNote>{roleTexts[role]}</SideNote>
    </ListItem>
  );
}
