import { limits } from '@refugia/contract/limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { addCollaborator, searchPeople } from '../calls/people.ts';
import styles from './collaborators.module.css';

/** The search starts when nothing was typed for this long. */
const pauseMilliseconds = 250;

/** Finds people by a part of their username, and adds them to the map. */
export function AddCollaborator({ call, map }: MapAccess) {
  const part = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: found, isFetching } = useQuery({
    queryKey: [...mapKeys.collaborators(map.id), 'search', wanted],
    queryFn: ({ signal }) => searchPeople(call, map.id, wanted, signal),
    enabled: wanted !== '',
    placeholderData: (before) => before,
  });
  return (
    <section className={styles.part} ref={part}>
      <TextField
        label="Find people by username"
        type="search"
        autoFocus
        value={typed}
        onChange={setTyped}
        maxLength={limits.collaborativeMapper.searchMaxLength}
      />
      <div role="status" aria-busy={isFetching}>
        {wanted !== '' && found?.length === 0 && (
          <Text number={2} tone="soft">
            Apart from people who are on the map already, no username contains “{wanted}”.
          </Text>
        )}
      </div>
      {wanted !== '' && found !== undefined && found.length > 0 && (
        <List kind="divided">
          {found.map(({ id, username, photo, organization }) => (
            <ListItem
              key={id}
              trailing={
                <AddButton
                  call={call}
                  map={map}
                  username={username}
                  // The search has done its work and would not find this person again. The button
                  // disappears with its row, so the focus goes to the field for the next search.
                  onAdded={() => {
                    setTyped('');
                    setWanted('');
                    part.current?.querySelector('input')?.focus();
                  }}
                />
              }
            >
              <span className={styles.person}>
                <Avatar photo={photo} name={username} />
                <span>
                  {username}
                  {organization !== '' && (
                    <Text number={3} tone="soft">
                      {organization}
                    </Text>
                  )}
                </span>
              </span>
            </ListItem>
          ))}
        </List>
      )}
    </section>
  );
}

interface AddButtonProps extends MapAccess {
  username: string;
  onAdded: () => void;
}

function AddButton({ call, map, username, onAdded }: AddButtonProps) {
  const queries = useQueryClient();
  const addition = useMutation({
    mutationFn: () => addCollaborator(call, map.id, username),
    onSuccess: () => {
      showToast('success', `${username} can now propose changes.`);
      onAdded();
      return queries.invalidateQueries({ queryKey: mapKeys.collaborators(map.id) });
    },
    onError: (error) =>
      showToast('error', failureText(error, `${username} was not added. Please try again.`)),
  });
  return (
    <Button
      size="sm"
      kind="secondary"
      icon={<Icon of={UserPlus} size="sm" />}
      aria-label={`Add ${username}`}
      isPending={addition.isPending}
      onPress={() => addition.mutate()}
    >
      Add
    </Button>
  );
}
