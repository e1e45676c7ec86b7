import { serveTasks } from '../../threads/serve-tasks.ts';
import { decodeRange } from '../../tiff/reading/decode-range.ts';
import type { ThreadResult, ThreadTask } from './plan.ts';
import { Spill, TileKernel } from './tile-kernel.ts';

/** A thread of `PyramidThreads`. */
let kernel: TileKernel | undefined;

serveTasks<ThreadTask, ThreadResult>(answer, {
  transfer: (result) => (result instanceof Int16Array ? [result.buffer] : []),
});

async function answer(order: ThreadTask): Promise<ThreadResult> {
  switch (order.kind) {
    case 'start':
      kernel = new TileKernel(order.plan, new Spill(order.spillPath));
      return undefined;
    case 'decode':
      await decodeRange(order.task);
      return undefined;
    case 'tile':
      return started().run(order.task);
    case 'combine':
      return await started().combine(order.part);
    case 'measured':
      return started().measured();
  }
}

function started(): TileKernel {
  if (!kernel) throw new Error('This thread has not been told what to make, or has broken before.');
  return kernel;
}
