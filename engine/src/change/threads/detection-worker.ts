import { serveTasks } from '../../threads/serve-tasks.ts';
import { detectChange } from '../detection/detect.ts';
import { detectScattered, type ScatteredDetection } from '../detection/detect-scattered.ts';
import type { ChangeDetection } from '../options.ts';
import type { RunRows } from '../rows/run-rows.ts';
import type { DetectionTask } from './detect-in-threads.ts';
import { helperCount, startRowThreads } from './row-threads.ts';

// The thread of `detectChangeInThreads` or `detectScatteredInThreads`. It does one detection.
serveTasks((task: DetectionTask) => {
  const threads = startRowThreads(helperCount());
  try {
    return detect(task, threads.run);
  } finally {
    threads.close();
  }
});

function detect(
  { pair, options }: DetectionTask,
  runRows: RunRows,
): ChangeDetection | ScatteredDetection {
  if ('layout' in pair) return detectScattered(pair, options, runRows);
  const { before, after, inside } = pair;
  return detectChange(before, after, options, { runRows, inside });
}
