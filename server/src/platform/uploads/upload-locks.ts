import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

interface Held {
  readonly release: RequestRelease;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** How long the next request waits for the one before it to release the upload. */
const patienceMilliseconds = 15_000;

/**
 * Lets one request of this process at a time work on an upload. A request that resumes the upload
 * asks the earlier one to stop, which may not have noticed that its connection is lost. Requests in
 * different processes are kept apart by the offset in the database.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    const held = this.#held;
    let own: Held | undefined;
    return {
      async lock(signal, release) {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
        const given = new Promise<void>((resolve) => {
          patience.addEventListener('abort', () => resolve(), { once: true });
        });
        for (let before = held.get(id); before; before = held.get(id)) {
          if (patience.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
          await before.release();
          await Promise.race([before.ended, given]);
        }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        own = { release, ended, end };
        held.set(id, own);
      },
      async unlock() {
        if (held.get(id) === own) held.delete(id);
        own?.end();
      },
    };
  }
}
