import { formatDate } from '@refugia/contract/date-text.ts';
import type { Key, NewKey } from '@refugia/contract/keys.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './about.module.css';

const path = '/api/keys';
const copiedSentence = 'Link copied. Anyone who has it can view this map.';

/** The owner makes links by which people view a private map, and revokes them one by one. */
export function ViewLinksModal({ onClose }: { onClose: () => void }) {
  const { call, map } = useOpenMap();
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const links = useRef<HTMLElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: listKey(map.id, 'view-links'),
    queryFn: ({ signal }) => call<Key[]>(path, { query: { type: 'map', id: map.id }, signal }),
  });
  return (
    <Modal title="View-only links" isOpen onClose={onClose}>
      <div className={styles.token}>
        <Text number={2}>
          Anyone who has such a link sees the map with its layers and comments, even without an
          account, and can change nothing, comment nothing and download nothing.
        </Text>
        <NewLink onMade={setMade} />
        {made !== null && <ShownOnce link={made} />}
        <section ref={links} tabIndex={-1} aria-labelledby={headingId}>
          <Heading level={3} visualLevel={4} id={headingId}>
            Links that work
          </Heading>
          {isError && (
            <RetryNotice onRetry={() => void refetch()}>The links could not be loaded.</RetryNotice>
          )}
          {data?.length === 0 && (
            <Text number={2} tone="soft">
              None yet.
            </Text>
          )}
          <List kind="divided">
            {data?.map((each) => (
              <LinkRow
                key={each.id}
                link={each}
                onRevoked={() => {
                  if (made?.id === each.id) setMade(null);
                  links.current?.focus();
                }}
              />
            ))}
          </List>
        </section>
      </div>
    </Modal>
  );
}

function NewLink({ onMade }: { onMade: (link: NewKey) => void }) {
  const { call, map } = useOpenMap();
  const [name, setName] = useState('');
  const wanted = name.trim();
  const making = useAction(
    () =>
      call<NewKey>(path, {
        method: 'POST',
        body: { target: { type: 'map', id: map.id }, kind: 'view', name: wanted },
      }),
    {
      failure: 'The link was not made. Please try again.',
      changes: [listKey(map.id, 'view-links')],
      onDone: (link) => {
        setName('');
        onMade(link);
        void copyText(link.url, copiedSentence);
      },
    },
  );
  return (
    <Form
      onSubmit={() => {
        if (wanted !== '' && !making.isPending) making.mutate();
      }}
    >
      <TextField
        label="Name of the new link"
        description="Only you see it, such as for whom the link is."
        autoFocus
        value={name}
        onChange={setName}
        maxLength={limits.keys.nameMaxLength}
      />
      <Button type="submit" isPending={making.isPending} isDisabled={wanted === ''}>
        Make and copy link
      </Button>
    </Form>
  );
}

function ShownOnce({ link: { name, url } }: { link: NewKey }) {
  return (
    <Notice type="success" isAnnounced>
      <div className={styles.token}>
        <span>The link “{name}” is shown this once:</span>
        <code className={styles.code}>{url}</code>
        <PanelButton icon={Link2} onPress={() => void copyText(url, copiedSentence)}>
          Copy link again
        </PanelButton>
      </div>
    </Notice>
  );
}

function LinkRow({ link, onRevoked }: { link: Key; onRevoked: () => void }) {
  const { id, name, created_at, last_used_at } = link;
  const { call, map } = useOpenMap();
  const revocation = useAction(() => call(`${path}/${id}`, { method: 'DELETE' }), {
    failure: 'The link was not revoked. Please try again.',
    changes: [listKey(map.id, 'view-links')],
    onDone: () => {
      showToast('success', `The link “${name}” no longer works.`);
      onRevoked();
    },
  });
  return (
    <ListItem
      trailing={
        <PanelButton
          aria-label={`Revoke ${name}`}
          isPending={revocation.isPending}
          onPress={() => revocation.mutate()}
        >
          Revoke
        </PanelButton>
      }
    >
      {name}
      <Text number={3} tone="soft">
        Made on {formatDate(created_at)} ·{' '}
        {last_used_at === null ? 'never used' : `last used on ${formatDate(last_used_at)}`}
      </Text>
    </ListItem>
  );
}
