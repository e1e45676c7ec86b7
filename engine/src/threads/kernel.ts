/**
 * Work that any thread can do: a function of a task. Task and result can be sent between threads.
 * The arrays that it writes into are in shared memory.
 */
export type Kernel<Task, Result> = (task: Task) => Result | Promise<Result>;

/** Runs a kernel on one task. Rejects as the kernel does. */
export type RunKernel = <Task, Result>(kernel: Kernel<Task, Result>, task: Task) => Promise<Result>;

/** Runs a kernel in the calling thread. */
export const runKernelHere: RunKernel = async (kernel, task) => kernel(task);
