import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import { HttpTransport } from '@refugia/engine/source/http-transport.ts';
import type { RunTask } from './task.ts';

/** One run by the engine, as a process of its own; prints one JSON object. */
const task = JSON.parse(process.argv[2] ?? '') as RunTask;
const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-bench-'));
const started = performance.now();
const steps: Record<string, number> = {};
const transport = new HttpTransport({
  allowedHosts: [new URL(task.catalogueUrl).host],
  concurrency: task.concurrency,
});
try {
  const result = await runAnalysis(
    {
      area: task.area,
      beforeDate: task.beforeDate,
      afterDate: task.afterDate,
      method: task.method,
    },
    {
      transport,
      catalogueUrl: task.catalogueUrl,
      collections: [task.collection],
      windowDays: task.windowDays,
      outputFolder,
      onProgress: ({ step }) => {
        steps[step] ??= (performance.now() - started) / 1000;
      },
    },
  );
  console.log(
    JSON.stringify({
      seconds: (performance.now() - started) / 1000,
      steps,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
      scenesRead: result.scenes.length,
      clearShare: result.statistics.clearShare,
      requests: transport.statistics.requests,
      megabytesRead: transport.statistics.bytes / 1e6,
    }),
  );
} finally {
  await rm(outputFolder, { recursive: true, force: true });
}
