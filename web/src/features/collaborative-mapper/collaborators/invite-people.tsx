import type { InvitationReply } from '@refugia/contract/collaborative-mapper/invitations.ts';
import type { MapUser, MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/map-lists.ts';
import { useMapAction } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './collaborators.module.css';
import { PersonRow } from './people-list.tsx';
import { roleDeeds, roleOptions } from './roles.ts';

/** The search starts when nothing was typed for this long. */
const pauseMilliseconds = 250;

/** Lets people onto the map: by their username at once, or by a mailed invitation. */
export function InvitePeople() {
  const part = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<MemberRole>('editor');
  const wanted = typed.trim();
  const invitation = useInvitation(() => {
    setTyped('');
    // A button that was pressed may disappear with its row, so the field takes the focus.
    part.current?.querySelector('input')?.focus();
  });
  return (
    <section className={styles.part} ref={part}>
      <Form
        onSubmit={() => {
          if (wanted !== '' && !invitation.isPending) invitation.mutate({ who: wanted, role });
        }}
      >
        <TextField
          label="Username or email address"
          description="Somebody without an account gets a mail, and the role after signing up."
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          maxLength={limits.collaborativeMapper.searchMaxLength}
        />
        <Select label="They become" options={roleOptions} value={role} onChange={setRole} />
        <Button type="submit" isPending={invitation.isPending} isDisabled={wanted === ''}>
          Invite
        </Button>
      </Form>
      {!wanted.includes('@') && (
        <FoundPeople
          wanted={wanted}
          isPending={invitation.isPending}
          onAdd={(who) => invitation.mutate({ who, role })}
        />
      )}
    </section>
  );
}

function useInvitation(onDone: () => void) {
  const { call, map } = useOpenMap();
  return useMapAction({
    act: ({ who, role }: { who: string; role: MemberRole }) =>
      call<InvitationReply>('/api/rrm/invitations', {
        method: 'POST',
        body: { mapID: map.id, role, [who.includes('@') ? 'email' : 'username']: who },
      }),
    failure: 'Nobody was invited. Please try again.',
    done: (reply) =>
      'invitation' in reply
        ? `An invitation was mailed to ${reply.invitation.email}.`
        : `${reply.collaborator.username} ${roleDeeds[reply.collaborator.role]}`,
    changes: ['collaborators', 'invitations'],
    onDone,
  });
}

interface FoundPeopleProps {
  wanted: string;
  isPending: boolean;
  onAdd: (username: string) => void;
}

function FoundPeople({ wanted: now, isPending, onAdd }: FoundPeopleProps) {
  const { call, map } = useOpenMap();
  const later = useDebounced(now, pauseMilliseconds);
  const wanted = now === '' ? '' : later;
  const { data, isFetching } = useQuery({
    queryKey: [...listKey(map.id, 'collaborators'), 'search', wanted],
    queryFn: ({ signal }) =>
      call<{ available_collaborators: MapUser[] }>('/api/rrm/map_users', {
        query: { id: map.id, type: 'available_collaborators', query_string: wanted },
        signal,
      }),
    enabled: wanted !== '',
    placeholderData: (before) => before,
  });
  const found = data?.available_collaborators;
  return (
    <>
      <div role="status" aria-busy={isFetching}>
        {wanted !== '' && found?.length === 0 && (
          <SideNote number={2}>
            Apart from people who are on the map already, no username contains “{wanted}”.
          </SideNote>
        )}
      </div>
      {wanted !== '' && found !== undefined && found.length > 0 && (
        <List kind="divided">
          {found.map((user) => (
            <ListItem
              key={user.id}
              trailing={
                <PanelButton
                  icon={UserPlus}
                  aria-label={`Add ${user.username}`}
                  isDisabled={isPending}
                  onPress={() => onAdd(user.username)}
                >
                  Add
                </PanelButton>
              }
            >
              <PersonRow user={user} />
            </ListItem>
          ))}
        </List>
      )}
    </>
  );
}
