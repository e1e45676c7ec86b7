import type { Notification } from '@refugia/contract/notifications.ts';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/session.ts';
import { PanelButton } from '../../ui/actions/button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { Spinner } from '../../ui/media/spinner.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { showFailure } from '../../ui/overlays/toast.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { SideNote, Text } from '../../ui/style/typography.tsx';
import utilities from '../../ui/style/utilities.module.css';
import styles from './bell.module.css';
import { BellButton } from './bell-button.tsx';

async function markRead(ids?: readonly string[]): Promise<void> {
  try {
    await callApi('/api/notifications/read', {
      method: 'PUT',
      body: { ids },
      outlivesPage: true,
    });
  } catch (error) {
    showFailure(error, 'That was not saved. Please try again.');
  }
}

interface NewsProps {
  unread: number;
  profileHref: string;
}

/**
 * The bell with its list, which is open from the start because the bell has been pressed already.
 */
export function BellWithNews(props: NewsProps) {
  return (
    <Popover
      title="What is new"
      trigger={<BellButton unread={props.unread} autoFocus />}
      isOpenAtFirst
    >
      <News {...props} />
    </Popover>
  );
}

function News({ unread, profileHref }: NewsProps) {
  const [news, setNews] = useState<readonly Notification[] | 'failed' | null>(null);
  useEffect(() => {
    // What is unread has changed, so the list has.
    void unread;
    const leaving = new AbortController();
    const { signal } = leaving;
    callApi<Notification[]>('/api/notifications', { signal }).then(setNews, () => {
      if (!signal.aborted) setNews('failed');
    });
    return () => leaving.abort();
  }, [unread]);
  return (
    <>
      {news === null && <Spinner label="Loading what is new" showLabel />}
      {news === 'failed' && <Text number={2}>What is new could not be loaded.</Text>}
      {Array.isArray(news) && news.length === 0 && (
        <SideNote number={2}>
          Nothing yet. What others propose, decide or say on your maps is told here.
        </SideNote>
      )}
      {Array.isArray(news) && news.length > 0 && (
        <ul className={styles.news}>
          {news.map((each) => (
            <NewsItem key={each.id} item={each} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {unread > 0 && <PanelButton onPress={() => void markRead()}>Mark all as read</PanelButton>}
        <Link href={`${profileHref}?tab=account`}>Mail about it</Link>
      </div>
    </>
  );
}

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' });

function NewsItem({ item: { id, sentence, excerpt, address, at, read } }: { item: Notification }) {
  return (
    <li className={classNames(styles.item, !read && styles.unread)}>
      {!read && <span className={utilities.announced}>Unread: </span>}
      <Link
        href={address}
        onPress={() => {
          if (!read) void markRead([id]);
        }}
      >
        {sentence}
      </Link>
      {excerpt !== '' && <span className={styles.excerpt}>{excerpt}</span>}
      <time className={styles.time} dateTime={at}>
        {time.format(new Date(at))}
      </time>
    </li>
  );
}
