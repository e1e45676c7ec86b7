import type { FastifyReply } from 'fastify';
import { oneAtATime } from '../../../platform/http/one-at-a-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { runInProcess } from '../../../platform/processes/run-in-process.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import type { FinishedRun } from '../runs/run-context.ts';
import { findCounted } from '../runs/verdict-queries.ts';
import type { PatchExportOrder, PatchExportProgram, VerdictColumns } from './patch-export-main.ts';
import { readRunFile } from './stored-patches.ts';

const entry = new URL('./patch-export-main.ts', import.meta.url);
const limitsOfProcess = {
  isConfined: true,
  heapMegabytes: 1_000,
  memoryBytes: 1_600_000_000,
  milliseconds: 120_000,
};

/** Makes files of a run's patches with what people said of them, one file at a time. */
export function createJudgedPatches({ database, storage }: Platform) {
  const inTurn = oneAtATime('exports_busy', 'Too many files are being made. Please try again.');
  return {
    /** What is known besides the file: what counts for each judged patch, and what is found out after the run. */
    async factsOf(run: FinishedRun): Promise<Pick<PatchExportOrder, 'verdicts' | 'later'>> {
      const counted = await findCounted(database.orm, run);
      const verdicts = Object.fromEntries(
        [...counted].map(([patch, { verdict, note, username }]) => [
          patch,
          {
            verdict: verdict ?? '',
            note,
            judged_by: username ?? 'visitor',
          } satisfies VerdictColumns,
        ]),
      );
      return { verdicts, later: Object.fromEntries(await factsAfterRun(database.orm, run.id)) };
    },
    /**
     * Makes a file of a run's patches.
     * @throws {ApiFailure} 404 when the run's files are not there, and 503 when too many people wait
     */
    write(reply: FastifyReply, runId: string, order: PatchExportOrder): Promise<Uint8Array> {
      return inTurn(reply, async (signal) => {
        const input = await readRunFile(storage, runId, 'patches');
        return await runInProcess<PatchExportProgram>(entry, order, {
          ...limitsOfProcess,
          input,
          signal,
        });
      });
    },
  };
}
