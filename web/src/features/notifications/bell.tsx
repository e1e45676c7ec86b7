import {
  type NotificationsServerMessage,
  notificationsLiveAddress,
} from '@refugia/contract/notifications-live.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { LiveConnection } from '../../lib/live-connection.ts';
import { readLoginToken } from '../../lib/session.ts';
import { latePart } from '../../ui/states/late-part.tsx';
import { BellButton } from './bell-button.tsx';

interface BellProps {
  /** The person's own profile, where mail about news is chosen. */
  profileHref: string;
}

const BellWithNews = latePart<BellProps & { unread: number; onClose: () => void }>(
  async () => (await import('./news.tsx')).BellWithNews,
  { failure: 'toast', fallback: <BellButton unread={0} isPending /> },
);

/**
 * What others did that concerns the person who is logged in: a bell with the number of what is unread,
 * as it changes, and the latest of it behind the bell.
 */
export function Bell({ profileHref }: BellProps) {
  const unread = useUnread();
  const page = usePage();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  // The list closes with the page that it was opened on.
  if (openedOn !== page) return <BellButton unread={unread} onPress={() => setOpenedOn(page)} />;
  const close = () => setOpenedOn(null);
  return <BellWithNews unread={unread} profileHref={profileHref} onClose={close} />;
}

/** The code with which the server closes a connection whose log-in is not valid any more. */
const notAuthenticatedCode = 4401;

function useUnread(): number {
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const live = new LiveConnection<unknown, NotificationsServerMessage>({
      path: notificationsLiveAddress,
      hello: () => ({ kind: 'hello', token: readLoginToken() ?? '' }),
      onMessage: (message) => {
        if (message.kind === 'unread') setUnread(message.unread);
      },
      finalCodes: [notAuthenticatedCode],
    });
    live.open();
    return () => live.close();
  }, []);
  return unread;
}

/**
 * Tells pages apart. An address that a page replaces by itself, such as with the view of its map, is
 * still the same page.
 */
function usePage(): string {
  const { key } = useLocation();
  const type = useNavigationType();
  const [page, setPage] = useState(key);
  if (type !== 'REPLACE' && key !== page) setPage(key);
  return page;
}
