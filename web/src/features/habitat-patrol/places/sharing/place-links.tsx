import { formatDate } from '@refugia/contract/date-text.ts';
import type { Key, NewKey } from '@refugia/contract/keys.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../../../lib/api-errors.ts';
import { Button, PanelButton } from '../../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../../ui/data/list.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { copyText } from '../../../../ui/overlays/copy-text.ts';
import { Notice } from '../../../../ui/overlays/notice.tsx';
import { RetryNotice } from '../../../../ui/overlays/retry-notice.tsx';
import { showToast } from '../../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../../ui/style/typography.tsx';
import {
  fetchPlaceLinks,
  makePlaceLink,
  placeFeedAddress,
  placeLinksKey,
  revokePlaceLink,
} from '../../patrol/places-api.ts';
import styles from '../places.module.css';

/** The view-only links of a place, each with its feed. They are made and revoked here. */
export function PlaceLinks({ placeId }: { placeId: string }) {
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const whole = useRef<HTMLElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: placeLinksKey(placeId),
    queryFn: ({ signal }) => fetchPlaceLinks(placeId, signal),
  });
  return (
    <section ref={whole} tabIndex={-1} aria-labelledby={headingId} className={styles.form}>
      <Heading level={3} visualLevel={4} id={headingId}>
        View-only links
      </Heading>
      <Text number={3} tone="soft">
        Anyone who has such a link reads the place, even without an account. With it comes a feed
        (Atom) that tells feed readers of each look that found change.
      </Text>
      <NewLink placeId={placeId} onMade={setMade} />
      {made !== null && <ShownOnce placeId={placeId} link={made} />}
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The links could not be loaded.</RetryNotice>
      )}
      <List kind="divided">
        {data?.map((link) => (
          <LinkRow
            key={link.id}
            placeId={placeId}
            link={link}
            onRevoked={() => {
              if (made?.id === link.id) setMade(null);
              whole.current?.focus();
            }}
          />
        ))}
      </List>
    </section>
  );
}

function NewLink({ placeId, onMade }: { placeId: string; onMade: (link: NewKey) => void }) {
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const wanted = name.trim();
  const making = useMutation({
    mutationFn: () => makePlaceLink(placeId, wanted),
    onSuccess: (link) => {
      setName('');
      onMade(link);
      return queries.invalidateQueries({ queryKey: placeLinksKey(placeId) });
    },
  });
  return (
    <Form
      onSubmit={() => {
        if (wanted !== '' && !making.isPending) making.mutate();
      }}
    >
      <TextField
        label="Name of the new link"
        description="Only you see it, such as for whom the link is."
        value={name}
        onChange={setName}
        maxLength={limits.keys.nameMaxLength}
        error={
          making.isError
            ? failureText(making.error, 'The link was not made. Please try again.')
            : undefined
        }
      />
      <Button type="submit" isPending={making.isPending} isDisabled={wanted === ''}>
        Make link
      </Button>
    </Form>
  );
}

function ShownOnce({ placeId, link: { name, url, key } }: { placeId: string; link: NewKey }) {
  return (
    <Notice type="success" isAnnounced>
      <div className={styles.form}>
        <span>The link “{name}” is shown this once:</span>
        <code className={styles.note}>{url}</code>
        <div className={styles.actions}>
          <PanelButton
            onPress={() => void copyText(url, 'Link copied. Anyone who has it reads this place.')}
          >
            Copy link
          </PanelButton>
          <PanelButton
            onPress={() =>
              void copyText(
                placeFeedAddress(placeId, key),
                'Address of the feed copied. Paste it into a feed reader.',
              )
            }
          >
            Copy feed
          </PanelButton>
        </div>
      </div>
    </Notice>
  );
}

interface LinkRowProps {
  placeId: string;
  link: Key;
  onRevoked: () => void;
}

function LinkRow({ placeId, link, onRevoked }: LinkRowProps) {
  const { id, name, created_at, last_used_at } = link;
  const queries = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => revokePlaceLink(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: placeLinksKey(placeId) });
      showToast('success', `The link “${name}” no longer works.`);
      onRevoked();
    },
    onError: (cause) =>
      showToast('error', failureText(cause, 'The link was not revoked. Please try again.')),
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
