import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedSource } from './embedded-messages.ts';
import { concatenate } from './wire.ts';

/** An embedded PostgreSQL in a thread of its own. */
export interface EmbeddedPostgres {
  /** A byte stream to the backend, for node-postgres' option `stream`. */
  connect(): Duplex;
  /** Writes the whole cluster into a gzipped tar file, in the state between two transactions. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
  /** Rejects when the thread ends without having been asked to. It never resolves. */
  readonly failed: Promise<never>;
}

/** The client's end of one connection. It implements the socket methods that node-postgres calls. */
class WorkerStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)));
    port.on('close', () => {
      this.push(null);
      this.destroy();
    });
  }

  connect(): void {
    queueMicrotask(() => this.emit('connect'));
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk], done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  #send(chunks: readonly Uint8Array[], done: () => void): void {
    const bytes = concatenate(chunks);
    this.#port.postMessage(bytes, [bytes.buffer]);
    done();
  }
}

/**
 * Starts the thread and waits until the database is open.
 * @throws when the folder can't be opened as a cluster
 */
export async function startEmbeddedPostgres(source: EmbeddedSource): Promise<EmbeddedPostgres> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: source,
  });
  let isClosing = false;
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', (error) =>
      reject(new Error(`The embedded database stopped: ${error.message}`, { cause: error })),
    );
    worker.once('exit', () => {
      if (!isClosing) reject(new Error('The embedded database stopped.'));
    });
  });
  failed.catch(() => {});

  function answered(kind: EmbeddedReply['kind']): Promise<void> {
    const answer = new Promise<void>((resolve, reject) => {
      const listen = (reply: EmbeddedReply) => {
        if (reply.kind !== kind && reply.kind !== 'failed') return;
        worker.off('message', listen);
        if (reply.kind === 'failed') reject(new Error(reply.message));
        else resolve();
      };
      worker.on('message', listen);
    });
    return Promise.race([answer, failed]);
  }

  await answered('ready');
  return {
    failed,
    connect() {
      const { port1, port2 } = new MessageChannel();
      const request: EmbeddedRequest = { kind: 'connect', port: port2 };
      worker.postMessage(request, [port2]);
      return new WorkerStream(port1);
    },
    async backup(file) {
      worker.postMessage({ kind: 'backup', file } satisfies EmbeddedRequest);
      await answered('backed-up');
    },
    async close() {
      if (isClosing) return;
      isClosing = true;
      worker.postMessage({ kind: 'close' } satisfies EmbeddedRequest);
      await answered('closed');
      await worker.terminate();
    },
  };
}
