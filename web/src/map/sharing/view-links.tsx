import { formatDate } from '@refugia/contract/date-text.ts';
import type { KeyKind, KeyTargetType } from '@refugia/contract/key-kinds.ts';
import type { Key, NewKey } from '@refugia/contract/keys.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { failureText } from '../../lib/api-errors.ts';
import { apiQuery } from '../../lib/api-query.ts';
import { callApi } from '../../lib/session.ts';
import { Button, PanelButton } from '../../ui/actions/button.tsx';
import { List, ListItem } from '../../ui/data/list.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { copyText } from '../../ui/overlays/copy-text.ts';
import { Notice, RetryNotice } from '../../ui/overlays/notice.tsx';
import { useAction } from '../../ui/overlays/use-action.ts';
import { PartHeading, SideNote, Text } from '../../ui/style/typography.tsx';
import utilities from '../../ui/style/utilities.module.css';
import styles from './view-links.module.css';

const address = '/api/keys';

export interface LinkTarget {
  readonly type: KeyTargetType;
  readonly id: string | number;
}

interface ViewLinksProps {
  target: LinkTarget;
  /** What the links allow. Default `view`. */
  kind?: KeyKind;
  explanation: string;
  copiedSentence: string;
  /** Further buttons beside a new link, which is shown once. */
  beside?: (link: NewKey) => ReactNode;
}

/** The links of what one owns, which are made and revoked here, one by one. */
export function ViewLinks({
  target,
  kind = 'view',
  explanation,
  copiedSentence,
  beside,
}: ViewLinksProps) {
  const { type, id } = target;
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const list = useRef<HTMLElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { data, isError, refetch } = useQuery({
    ...apiQuery<Key[]>(linksKey(target), address, { query: { type, id } }),
    select: (keys) => keys.filter((each) => each.kind === kind),
  });
  const onMade = (link: NewKey) => {
    setMade(link);
    void copyText(link.url, copiedSentence);
  };
  return (
    <div className={styles.links}>
      <Text number={2}>{explanation}</Text>
      <NewLink target={target} kind={kind} onMade={onMade} />
      {made !== null && (
        <Notice type="success" isAnnounced>
          <div className={styles.links}>
            <span>The link “{made.name}” is shown this once:</span>
            <code className={styles.address}>{made.url}</code>
            <div className={utilities.cluster}>
              <PanelButton onPress={() => void copyText(made.url, copiedSentence)}>
                Copy link again
              </PanelButton>
              {beside?.(made)}
            </div>
          </div>
        </Notice>
      )}
      <section ref={list} tabIndex={-1} aria-labelledby={headingId}>
        <PartHeading level={3} id={headingId}>
          Links that work
        </PartHeading>
        {isError && (
          <RetryNotice onRetry={() => void refetch()}>The links could not be loaded.</RetryNotice>
        )}
        {data?.length === 0 && <SideNote number={2}>None yet.</SideNote>}
        <List kind="divided">
          {data?.map((link) => (
            <LinkRow
              key={link.id}
              target={target}
              link={link}
              onRevoked={() => {
                if (made?.id === link.id) setMade(null);
                list.current?.focus();
              }}
            />
          ))}
        </List>
      </section>
    </div>
  );
}

const linksKey = ({ type, id }: LinkTarget) => ['view-links', type, String(id)] as const;

interface NewLinkProps {
  target: LinkTarget;
  kind: KeyKind;
  onMade: (link: NewKey) => void;
}

function NewLink({ target, kind, onMade }: NewLinkProps) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  const making = useAction({
    act: () => callApi<NewKey>(address, { method: 'POST', body: { target, kind, name: wanted } }),
    changes: [linksKey(target)],
    onDone: (link) => {
      setName('');
      onMade(link);
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
        Make and copy link
      </Button>
    </Form>
  );
}

interface LinkRowProps {
  target: LinkTarget;
  link: Key;
  onRevoked: () => void;
}

function LinkRow({ target, link, onRevoked }: LinkRowProps) {
  const { id, name, created_at, last_used_at } = link;
  const revocation = useAction({
    act: () => callApi(`${address}/${id}`, { method: 'DELETE' }),
    failure: 'The link was not revoked. Please try again.',
    done: `The link “${name}” no longer works.`,
    changes: [linksKey(target)],
    onDone: onRevoked,
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
      <SideNote>
        Made on {formatDate(created_at)} ·{' '}
        {last_used_at === null ? 'never used' : `last used on ${formatDate(last_used_at)}`}
      </SideNote>
    </ListItem>
  );
}
