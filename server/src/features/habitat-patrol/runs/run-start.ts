import type { StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { AnalysisBody } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import type { Owner } from '../../../services/owners/owner.ts';
import type { Imagery } from '../engine/imagery.ts';
import { isLasting } from '../engine/lasting-result.ts';
import { checkRequest, requestKey, runOf } from '../engine/run-request.ts';
import { type AddedRun, enqueueRun, type QueuedRuns, type RunParts } from './jobs.ts';
import {
  changeRun,
  findActiveRun,
  findFinishedRun,
  findPermanentFailure,
  isSecondRun,
  type RunRow,
} from './queries.ts';

export interface Ask {
  readonly body: AnalysisBody;
  readonly owner: Owner;
  readonly address: string | null;
  readonly now: Date;
  /** Does what belongs to a new run in the transaction that adds it. */
  readonly also?: AddedRun;
}

/** The outcome of a request: a run (new, joined or finished), or a failure that is already known. */
export type Attempt =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'known failure'; readonly reason: StoredFact };

const minuteMilliseconds = 60_000;

/**
 * Starts a run, or joins the owner's run of the same request. A finished one is the answer where a
 * new one would find the same.
 * @throws {ApiFailure} 409 or 400 with the message of the first run check that fails, 429 when too
 *   many runs of visitors from one address wait
 */
export async function startRun(context: QueuedRuns, ask: Ask): Promise<Attempt> {
  const { orm } = context.platform.database;
  const { body, owner, address, now } = ask;
  const imagery = await context.imagery.current();
  const active = await findActiveRun(orm, owner);
  if (active) return await joinOrRefuse(context, active, ask, imagery);

  const run = { ...owner, ...runOf(checkRequest(body, now), imagery), id: newId(), address };
  const { id, requestKey: key } = run;
  const since = new Date(
    now.getTime() - limits.habitatPatrol.rememberFailureMinutes * minuteMilliseconds,
  );
  const reason = await findPermanentFailure(orm, key, since);
  if (reason !== undefined) return { kind: 'known failure', reason };
  const finished = await findFinishedRun(orm, owner, key);
  if (finished?.result && isLasting(finished.result, finished.endDate, now)) {
    await nameAsAsked(context, finished, ask);
    return { kind: 'run', id: finished.id };
  }
  try {
    const isAccepted = await enqueueRun(context, run, ask.also);
    if (isAccepted) return { kind: 'run', id };
  } catch (error) {
    // Another request of this owner came at the same time and was first.
    const first = isSecondRun(error) ? await findActiveRun(orm, owner) : undefined;
    if (first) return await joinOrRefuse(context, first, ask, imagery);
    throw error;
  }
  throw new ApiFailure(
    429,
    'too_many_runs',
    'Too many analyses of your network wait already. Please try again when one of them is done.',
  );
}

/** The first run check: an owner may have one run at a time, but may repeat its request. */
async function joinOrRefuse(
  parts: RunParts,
  active: RunRow,
  ask: Ask,
  imagery: Imagery,
): Promise<Attempt> {
  if (isSameRequest(active, ask, imagery)) {
    await nameAsAsked(parts, active, ask);
    return { kind: 'run', id: active.id };
  }
  throw new ApiFailure(409, 'run_in_progress', messages.habitatPatrol.alreadyRunning);
}

function isSameRequest(active: RunRow, { body, now }: Ask, imagery: Imagery): boolean {
  try {
    return requestKey(checkRequest(body, now), imagery) === active.requestKey;
  } catch (error) {
    // An invalid request can't be a repetition of the valid one that is running.
    if (error instanceof ApiFailure) return false;
    throw error;
  }
}

/** Gives a run that answers a question anew the name that its area has in that question, if any. */
async function nameAsAsked({ platform }: RunParts, run: RunRow, { body }: Ask): Promise<void> {
  const areaName = body.areaName?.trim();
  if (!areaName || areaName === run.areaName) return;
  await changeRun(platform.database.orm, run.id, { areaName });
}
