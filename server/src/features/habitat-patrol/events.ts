import type { RunEnd, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AnalysisJob } from './jobs.ts';
import type { RunState } from './queries.ts';
import type { RunWatch } from './run-watch.ts';

/** Streams that one process keeps open, and one address. */
const maxStreams = 500;
const maxStreamsPerAddress = 20;
/** Proxies end connections on which nothing happens. */
const heartbeatMilliseconds = 15_000;
/** An ended run's last event; a browser that comes again with it has missed nothing. */
const endEventId = 'end';

const endedStatuses = new Set<RunState['status']>(['done', 'failed', 'cancelled']);

export function hasEnded({ status }: Pick<RunState, 'status'>): boolean {
  return endedStatuses.has(status);
}

/** Where a run stands, its place in the queue looked up while it waits; null once it has ended. */
export async function progressOf(
  run: Pick<RunState, 'jobId' | 'status' | 'progress' | 'createdAt'>,
  queue: Queue<AnalysisJob>,
): Promise<RunProgress | null> {
  switch (run.status) {
    case 'queued': {
      const position = await queue.position(run.jobId);
      return {
        step: 'waiting',
        elapsed_seconds: secondsSince(run.createdAt),
        ...(position !== undefined && { queue_position: position }),
      };
    }
    case 'running':
      return run.progress ?? { step: 'searching', elapsed_seconds: 0 };
    case 'done':
    case 'failed':
    case 'cancelled':
      return null;
  }
}

function secondsSince(instant: Date): number {
  return Math.max(0, (Date.now() - instant.getTime()) / 1000);
}

/** Serves runs as server-sent events: `progress` whenever it changes, `end` as the last one. */
export function createEventStreams(watch: RunWatch, queue: Queue<AnalysisJob>) {
  const byAddress = new Map<string, number>();
  const open = new Set<() => void>();

  function requireRoom(address: string): void {
    const count = byAddress.get(address) ?? 0;
    if (open.size < maxStreams && count < maxStreamsPerAddress) return;
    throw new ApiFailure(
      503,
      'too_many_streams',
      'Too many people follow analyses at this moment. Ask for the run itself instead.',
    );
  }

  /** Takes over the reply of a request for a run that exists. */
  function stream(request: FastifyRequest, reply: FastifyReply, runId: string): void {
    if (request.headers['last-event-id'] === endEventId) {
      reply.code(204).send();
      return;
    }
    const address = request.ip;
    requireRoom(address);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');

    let last = '';
    let turn = Promise.resolve();
    const send = (event: string, data: object, id?: string) => {
      raw.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const tell = async (state: RunState | undefined) => {
      if (raw.writableEnded) return;
      if (!state || hasEnded(state)) {
        const end: RunEnd = { id: runId, status: state?.status ?? 'cancelled' };
        send('end', end, endEventId);
        close();
        return;
      }
      const progress = await progressOf(state, queue);
      if (!progress || raw.writableEnded) return;
      const { elapsed_seconds: _, ...seen } = progress;
      const key = JSON.stringify(seen);
      if (key === last) return;
      last = key;
      send('progress', progress);
    };
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMilliseconds);
    const unfollow = watch.follow(runId, (state) => {
      turn = turn.then(() => tell(state)).catch((error: Error) => request.log.warn({ err: error }));
    });
    const close = () => {
      if (!open.delete(close)) return;
      clearInterval(heartbeat);
      unfollow();
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
      raw.end();
    };
    open.add(close);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    raw.on('close', close);
    raw.on('error', close);
  }

  return {
    stream,
    closeAll() {
      for (const close of open) close();
    },
  };
}
