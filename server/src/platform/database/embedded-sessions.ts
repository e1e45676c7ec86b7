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

/** Message types after which the backend answers with ReadyForQuery. */
const endsBatch = new Set<number>([messageType.query, messageType.sync, messageType.functionCall]);

const send = (session: Session, bytes: Uint8Array<ArrayBuffer>) =>
  session.port.postMessage(bytes, [bytes.buffer]);

/** Takes the messages up to the end of a batch, or all while the batch is incomplete. */
function takeBatch({ inbox }: Session): WireMessage[] {
  const end = inbox.findIndex(({ type }) => endsBatch.has(type));
  return inbox.splice(0, end === -1 ? inbox.length : end + 1);
}

/**
 * Lets many clients share PGlite, which is one PostgreSQL backend. A client has the backend to
 * itself from the first message of a batch until the backend reports that it is idle, so that
 * neither half-sent statements nor transactions of two clients ever mix. Settings of the backend
 * (SET without LOCAL, named prepared statements, temporary tables) are shared: the product uses none.
 */
export class EmbeddedSessions {
  readonly #database: PGlite;
  readonly #idleInTransactionMilliseconds: number;
  readonly #sessions = new Set<Session>();
  /** Whoever waits for the backend: clients, and tasks that need it for themselves. */
  readonly #queue: (Session | (() => Promise<void>))[] = [];
  /** The client inside a batch or a transaction. */
  #owner: Session | undefined;
  #ownerTimer: NodeJS.Timeout | undefined;
  #isServing = false;
  #isClosed = false;

  constructor(database: PGlite, idleInTransactionMilliseconds: number) {
    this.#database = database;
    this.#idleInTransactionMilliseconds = idleInTransactionMilliseconds;
  }

  /** Serves one client, which speaks the wire protocol through the port. */
  add(port: MessagePort): void {
    const session: Session = {
      port,
      splitter: createWireSplitter({ expectStartup: true }),
      inbox: [],
    };
    this.#sessions.add(session);
    port.on('message', (chunk: Uint8Array) => this.#receive(session, chunk));
    port.on('close', () => {
      this.#sessions.delete(session);
      session.inbox.length = 0;
      void this.#serve();
    });
  }

  /** Runs a task while no session is inside a query or a transaction. */
  exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push(() => task().then(resolve, reject));
      void this.#serve();
    });
  }

  /** Closes the database in the same way. What clients send from then on is left unanswered. */
  close(): Promise<void> {
    return this.exclusively(() => {
      this.#isClosed = true;
      return this.#database.close();
    });
  }

  #receive(session: Session, chunk: Uint8Array): void {
    const wasIdle = session.inbox.length === 0;
    for (const message of session.splitter.push(chunk)) {
      if (message.type === startupType) send(session, encodeWelcome());
      else if (message.type === messageType.terminate) session.port.close();
      else session.inbox.push(message);
    }
    if (wasIdle && session.inbox.length > 0 && this.#owner !== session) this.#queue.push(session);
    void this.#serve();
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (!this.#isClosed) {
        if (this.#owner && !this.#sessions.has(this.#owner)) await this.#abandonOwner();
        const owner = this.#owner;
        const next = owner ? owner.inbox.length > 0 && owner : this.#queue.shift();
        if (!next) break;
        if (typeof next === 'function') {
          await next();
          continue;
        }
        const batch = takeBatch(next);
        if (batch.length > 0) await this.#execute(next, batch);
        if (next.inbox.length > 0 && this.#owner !== next) this.#queue.push(next);
      }
    } finally {
      this.#isServing = false;
    }
  }

  /** Passes answers to their client. Notifications go to every client, which selects its channels. */
  async #execute(session: Session, batch: readonly WireMessage[]): Promise<void> {
    const answers = createWireSplitter({ expectStartup: false });
    let status: number | undefined;
    await this.#database.runExclusive(() =>
      this.#database.execProtocolRawStream(concatenate(batch.map(({ bytes }) => bytes)), {
        onRawData: (chunk) => {
          // The chunk is a view of the backend's memory, which the next one overwrites.
          const own: Uint8Array[] = [];
          for (const message of answers.push(chunk.slice())) {
            if (message.type === messageType.notification) {
              for (const each of this.#sessions) send(each, message.bytes.slice());
              continue;
            }
            if (message.type === messageType.readyForQuery) status = message.bytes[5];
            own.push(message.bytes);
          }
          if (own.length > 0) send(session, concatenate(own));
        },
      }),
    );
    this.#owner = status === transactionStatus.idle ? undefined : session;
    clearTimeout(this.#ownerTimer);
    if (this.#owner) this.#expireLater(session);
  }

  /** Completes the batch of a client that has disconnected, and then rolls back its transaction. */
  async #abandonOwner(): Promise<void> {
    clearTimeout(this.#ownerTimer);
    this.#owner = undefined;
    await this.#database.runExclusive(() => this.#database.execProtocolRaw(encodeSync()));
    await this.#database.exec('ROLLBACK');
  }

  #expireLater(session: Session): void {
    this.#ownerTimer = setTimeout(() => this.#expire(session), this.#idleInTransactionMilliseconds);
  }

  /** Ends a client that leaves its transaction open while others wait. */
  #expire(session: Session): void {
    if (this.#owner !== session || this.#isServing) return;
    if (this.#queue.length === 0) {
      this.#expireLater(session);
      return;
    }
    send(
      session,
      encodeFatalError('25P03', 'terminating connection due to idle-in-transaction timeout'),
    );
    session.port.close();
  }
}
