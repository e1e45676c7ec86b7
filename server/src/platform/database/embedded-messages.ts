import type { MessagePort } from 'node:worker_threads';

/** Where the embedded PostgreSQL keeps its cluster. */
export type EmbeddedSource =
  | { readonly kind: 'directory'; readonly directory: string; readonly isNew: boolean }
  | {
      readonly kind: 'memory';
      /** A dump to start from, which is quicker than creating a cluster. */
      readonly template?: Uint8Array<ArrayBuffer>;
      /** Overrides the product's own limit. */
      readonly idleInTransactionMilliseconds?: number;
    };

/** A request to the thread that runs the embedded PostgreSQL. */
export type EmbeddedRequest =
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'close' };

/** A reply of that thread. */
export type EmbeddedReply =
  | { readonly kind: 'ready' | 'backed-up' | 'closed' }
  | { readonly kind: 'failed'; readonly message: string };

/** A connection whose transaction stays open and idle for this long is ended. */
export const idleInTransactionMilliseconds = 15_000;
