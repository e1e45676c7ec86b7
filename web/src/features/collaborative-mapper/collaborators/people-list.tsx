import type { MapUser, MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import { type ReactNode, useId, useRef } from 'react';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { PartHeading, SideNote } from '../../../ui/style/typography.tsx';
import styles from './collaborators.module.css';
import { roleOptions } from './roles.ts';

interface PeoplePartProps<Entry> {
  title: string;
  entries: readonly Entry[];
  /** What is said when there are no entries. Default: nothing is shown then. */
  emptyText?: string;
  /** Makes a row. The row calls `onGone` when it goes, so that the part takes the focus of its button. */
  children: (entry: Entry, onGone: () => void) => ReactNode;
}

/** A part of the collaborators' dialog: a list with its title. */
export function PeoplePart<Entry>({ title, entries, emptyText, children }: PeoplePartProps<Entry>) {
  const headingId = useId();
  const part = useRef<HTMLElement>(null);
  const onGone = () => part.current?.focus();
  const empty = emptyText && <SideNote number={2}>{emptyText}</SideNote>;
  const content =
    entries.length === 0 ? (
      empty
    ) : (
      <List kind="divided">{entries.map((entry) => children(entry, onGone))}</List>
    );
  return (
    <section className={styles.part} ref={part} tabIndex={-1} aria-labelledby={headingId}>
      {content && (
        <PartHeading level={3} id={headingId}>
          {title}
        </PartHeading>
      )}
      {content}
    </section>
  );
}

/** A person of a list, with what can be done about them. */
export function PersonEntry({ user, children }: { user: MapUser; children: ReactNode }) {
  return (
    <ListItem>
      <span className={styles.entry}>
        <PersonRow user={user} isLinked />
        <span className={styles.actions}>{children}</span>
      </span>
    </ListItem>
  );
}

/** A person with name and organization. With `isLinked`, the username leads to the profile. */
export function PersonRow({
  user: { username, photo, first_name, last_name, organization },
  isLinked = false,
}: {
  user: MapUser;
  isLinked?: boolean;
}) {
  const more = [`${first_name} ${last_name}`.trim(), organization].filter((each) => each !== '');
  return (
    <span className={styles.person}>
      <Avatar photo={photo} name={username} />
      <span>
        {isLinked ? (
          <Link href={`/profile/${encodeURIComponent(username)}`}>{username}</Link>
        ) : (
          username
        )}
        {more.length > 0 && <SideNote>{more.join(' · ')}</SideNote>}
      </span>
    </span>
  );
}

interface RoleSelectProps {
  label: string;
  value: MemberRole;
  isDisabled?: boolean;
  onChange: (role: MemberRole) => void;
}

export function RoleSelect(props: RoleSelectProps) {
  return (
    <span className={styles.role}>
      <Select isLabelHidden options={roleOptions} {...props} />
    </span>
  );
}
