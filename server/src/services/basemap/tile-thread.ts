import { Worker } from 'node:worker_threads';
import type { TileReply, TileRequest } from './basemap-worker.ts';

interface Waiting {
  resolve(tile: Uint8Array): void;
  reject(error: Error): void;
}

/** The thread holds some hundred megabytes of geography: it goes when nobody has asked for a while. */
const idleMilliseconds = 5 * 60_000;

/** Makes tiles in a thread of its own, started on the first request and again after a crash. */
export class TileThread {
  private worker: Worker | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private nextId = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** @throws Error when the tile can't be made, or the thread is closed before it is */
  make(kind: TileRequest['kind'], address: TileRequest['address']): Promise<Uint8Array> {
    this.worker ??= this.start();
    const id = this.nextId;
    this.nextId += 1;
    const made = new Promise<Uint8Array>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    this.worker.postMessage({ id, kind, address } satisfies TileRequest);
    this.stopWhenIdle();
    return made;
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./basemap-worker.ts', import.meta.url));
    worker.on('message', (reply: TileReply) => this.settle(reply));
    worker.once('error', (error) => this.fail(worker, error as Error));
    worker.once('exit', () => this.fail(worker, new Error('The base map thread has stopped.')));
    worker.unref();
    return worker;
  }

  private settle(reply: TileReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('tile' in reply) waiting?.resolve(reply.tile);
    else waiting?.reject(new Error(reply.error));
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
  }

  private stopWhenIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      if (this.waiting.size > 0) this.stopWhenIdle();
      else void this.worker?.terminate();
    }, idleMilliseconds);
    this.idleTimer.unref();
  }
}
