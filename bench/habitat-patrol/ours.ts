import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import { imageryTransport } from '@refugia/server/features/habitat-patrol/engine/imagery-transport.ts';
import type { RunFigures, RunTask } from './task.ts';

/** One run by the engine, as a process of its own; prints one JSON object. */
const task: RunTask = JSON.parse(process.argv[2] ?? '');
const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-bench-'));
const started = performance.now();
const steps: Record<string, number> = {};
const transport = imageryTransport({ allowedHosts: [new URL(task.catalogueUrl).host] });
try {
  const result = await runAnalysis(
    {
      area: task.area,
      startDate: task.startDate,
      endDate: task.endDate,
      method: task.method,
    },
    {
      transport,
      catalogueUrl: task.catalogueUrl,
      collections: task.collections,
      windowDays: task.windowDays,
      outputFolder,
      onProgress: ({ step }) => {
        steps[step] ??= (performance.now() - started) / 1000;
      },
    },
  );
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const figures: RunFigures = {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    steps,
    peakMegabytes: maxRSS / 1024,
    scenesUsed: result.scenes.length,
    clearShare: result.statistics.clearShare,
  };
  console.log(JSON.stringify(figures));
} finally {
  await rm(outputFolder, { recursive: true, force: true });
}
