import { type ReactNode, useId, useRef } from 'react';
import { List } from '../../../ui/data/list.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './collaborators.module.css';

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
  const empty = emptyText && (
    <Text number={2} tone="soft">
      {emptyText}
    </Text>
  );
  const content =
    entries.length === 0 ? (
      empty
    ) : (
      <List kind="divided">{entries.map((entry) => children(entry, onGone))}</List>
    );
  return (
    <section className={styles.part} ref={part} tabIndex={-1} aria-labelledby={headingId}>
      {content && (
        <Heading level={3} visualLevel={4} id={headingId}>
          {title}
        </Heading>
      )}
      {content}
    </section>
  );
}
