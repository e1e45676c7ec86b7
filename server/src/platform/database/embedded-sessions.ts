import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import {
  concatenate,
  createWireSplitter,
  encodeFatalError,
  encodeSync,
  encodeWelcome,
  messageType,
  startupType,
  transactionStatus,
  type WireMessage,
  type WireSplitter,
} from './wire.ts';

interface Session {
  readonly port: MessagePort;
  readonly splitter: WireSplitter;
  readonly inbox: WireMessage[];
}

interface Sessions {
  /** Serves one client, which speaks the wire protocol through the port. */
  add(port: MessagePort): void;
  /** Runs a task while no session is inside a query or a transaction. */
  exclusively<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Closes the database in the same way. What clients send from then on is left unanswered. */
  close(): Promise<void>;
}

/** Message types after which the backend answers with ReadyForQuery. */
const endsBatch = new Set<number>([messageType.query, messageType.sync, messageType.functionCall]);

/**
 * Lets many clients share PGlite, which is one PostgreSQL backend. A client has the backend to
 * itself from the first message of a batch until the backend reports that it is idle, so that
 * neither half-sent statements nor transactions of two clients ever mix. Settings of the backend
 * (SET without LOCAL, named prepared statements, temporary tables) are shared: the product uses none.
 */
export function serveSessions(database: PGlite, idleInTransactionMilliseconds: number): Sessions {
  const sessions = new Set<Session>();
  const queue: (Session | (() => Promise<void>))[] = [];
  let owner: Session | undefined;
  let ownerTimer: NodeJS.Timeout | undefined;
  let isServing = false;
  let isClosed = false;

  const send = (session: Session, bytes: Uint8Array<ArrayBuffer>) =>
    session.port.postMessage(bytes, [bytes.buffer]);

  /**
   * Takes the messages up to the end of a batch, or all that have arrived while the batch is
   * incomplete.
   */
  function takeBatch(session: Session): WireMessage[] {
    const end = session.inbox.findIndex(({ type }) => endsBatch.has(type));
    return session.inbox.splice(0, end === -1 ? session.inbox.length : end + 1);
  }

  /**
   * Passes answers to their client. Notifications go to every client, which selects its channels.
   */
  async function execute(session: Session, batch: readonly WireMessage[]): Promise<void> {
    const answers = createWireSplitter({ expectStartup: false });
    let status: number | undefined;
    await database.runExclusive(() =>
      database.execProtocolRawStream(concatenate(batch.map(({ bytes }) => bytes)), {
        onRawData(chunk) {
          // The chunk is a view of the backend's memory, which the next one overwrites.
          const own: Uint8Array[] = [];
          for (const message of answers.push(chunk.slice())) {
            if (message.type === messageType.notification) {
              for (const each of sessions) send(each, message.bytes.slice());
              continue;
            }
            if (message.type === messageType.readyForQuery) status = message.bytes[5];
            own.push(message.bytes);
          }
          if (own.length > 0) send(session, concatenate(own));
        },
      }),
    );
    owner = status === transactionStatus.idle ? undefined : session;
    clearTimeout(ownerTimer);
    if (owner) ownerTimer = setTimeout(() => expire(session), idleInTransactionMilliseconds);
  }

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    try {
      while (!isClosed) {
        if (owner && !sessions.has(owner)) await abandonOwner();
        const next = owner ? owner.inbox.length > 0 && owner : queue.shift();
        if (!next) break;
        if (typeof next === 'function') {
          await next();
          continue;
        }
        const batch = takeBatch(next);
        if (batch.length > 0) await execute(next, batch);
        if (next.inbox.length > 0 && owner !== next) queue.push(next);
      }
    } finally {
      isServing = false;
    }
  }

  function receive(session: Session, chunk: Uint8Array): void {
    const wasIdle = session.inbox.length === 0;
    for (const message of session.splitter.push(chunk)) {
      if (message.type === startupType) send(session, encodeWelcome());
      else if (message.type === messageType.terminate) session.port.close();
      else session.inbox.push(message);
    }
    if (wasIdle && session.inbox.length > 0 && owner !== session) queue.push(session);
    void serve();
  }

  /** Completes the batch of a client that has disconnected, and then rolls back its transaction. */
  async function abandonOwner(): Promise<void> {
    clearTimeout(ownerTimer);
    owner = undefined;
    await database.runExclusive(() => database.execProtocolRaw(encodeSync()));
    await database.exec('ROLLBACK');
  }

  function expire(session: Session): void {
    if (owner !== session || isServing) return;
    if (queue.length === 0) {
      ownerTimer = setTimeout(() => expire(session), idleInTransactionMilliseconds);
      return;
    }
    send(
      session,
      encodeFatalError('25P03', 'terminating connection due to idle-in-transaction timeout'),
    );
    session.port.close();
  }

  function exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      queue.push(() => task().then(resolve, reject));
      void serve();
    });
  }

  return {
    add(port) {
      const session: Session = {
        port,
        splitter: createWireSplitter({ expectStartup: true }),
        inbox: [],
      };
      sessions.add(session);
      port.on('message', (chunk: Uint8Array) => receive(session, chunk));
      port.on('close', () => {
        sessions.delete(session);
        session.inbox.length = 0;
        void serve();
      });
    },
    exclusively,
    close: () =>
      exclusively(() => {
        isClosed = true;
        return database.close();
      }),
  };
}
