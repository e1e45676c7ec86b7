import {
  type NotificationsServerMessage,
  notificationsLiveAddress,
} from '@refugia/contract/notifications-live.ts';

const firstDelayMilliseconds = 2_000;
const longestDelayMilliseconds = 60_000;
const pingMilliseconds = 25_000;
/** The code with which the server closes a connection whose log-in is not valid any more. */
const notAuthenticatedCode = 4401;

/**
 * Follows how many notifications a person has not read, and connects again after each loss.
 * @returns a function that ends it
 */
export function followUnread(
  readToken: () => string | null,
  onUnread: (unread: number) => void,
): () => void {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isEnded = false;

  function connect(): void {
    const token = readToken();
    if (token === null) return;
    const address = new URL(notificationsLiveAddress, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const current = new WebSocket(address);
    socket = current;
    current.addEventListener('open', () => current.send(JSON.stringify({ kind: 'hello', token })));
    current.addEventListener('message', ({ data }) => {
      attempts = 0;
      const message = JSON.parse(String(data)) as NotificationsServerMessage;
      if (message.kind === 'unread' && !isEnded) onUnread(message.unread);
    });
    current.addEventListener('close', ({ code }) => {
      if (isEnded || code === notAuthenticatedCode) return;
      const delay = Math.min(firstDelayMilliseconds * 2 ** attempts, longestDelayMilliseconds);
      attempts++;
      // A random part spreads the attempts of many browsers that lost the same server.
      retry = setTimeout(connect, delay * (0.5 + Math.random() / 2));
    });
  }

  // Proxies close connections on which nothing is said.
  const pings = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ kind: 'ping' }));
  }, pingMilliseconds);
  connect();
  return () => {
    isEnded = true;
    clearTimeout(retry);
    clearInterval(pings);
    socket?.close();
  };
}
