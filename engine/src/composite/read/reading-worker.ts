import { serveTasks } from '../../threads/serve-tasks.ts';
import { readingKernels } from './reading-kernels.ts';

/** What a thread of `ReadingThreads` is asked to do. */
export interface ReadingTask {
  /** The name of a kernel in `readingKernels`. */
  readonly name: string;
  readonly task: unknown;
}

serveTasks(({ name, task }: ReadingTask) => {
  const kernel = readingKernels[name];
  if (!kernel) throw new RangeError(`A thread that reads scenes knows no kernel ${name}.`);
  return kernel(task as never);
});
