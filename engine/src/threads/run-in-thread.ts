import { type TaskOptions, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

interface SingleTaskOptions extends TaskOptions, Pick<ThreadPoolOptions, 'heapMegabytes'> {
  /**
   * What aborting does to a task that has begun: `tell` lets it end by itself, `end` ends its
   * thread at once.
   */
  whenAborted?: 'tell' | 'end';
}

/**
 * Runs one task in a thread of its own. The thread has ended when the promise settles.
 * @throws what the task throws, with its name and fields; the signal's reason when aborted
 */
export async function runInThread<Task, Result>(
  url: URL,
  task: Task,
  { signal, transfer, heapMegabytes, whenAborted = 'tell' }: SingleTaskOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const pool = new ThreadPool<Task, Result>({
    url,
    threads: 1,
    ...(heapMegabytes && { heapMegabytes }),
  });
  const end = () => void pool.close();
  if (whenAborted === 'end') signal?.addEventListener('abort', end, { once: true });
  try {
    return await pool.run(task, { signal, ...(transfer && { transfer }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    await pool.close();
  }
}
