import { normalizeIP } from '@fastify/rate-limit';
import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { RunEnd } from '@refugia/contract/habitat-patrol/runs.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { onLeaving } from '../../../platform/http/leaving.ts';
import { takeOver } from '../../../platform/http/streamed-reply.ts';
import { progressOf } from './run-description.ts';
import type { RunState, RunWatch } from './run-watch.ts';

/** The largest number of streams of one process. */
const maxStreams = 500;
/** The interval of signs of life, because proxies close idle connections. */
const heartbeatMilliseconds = 15_000;
/** The id of an ended run's last event. A browser that reconnects with it has missed nothing. */
const endEventId = 'end';

/** Serves runs as server-sent events: `progress` whenever it changes, `end` as the last one. */
export function createEventStreams(watch: RunWatch, maxStreamsPerAddress: number) {
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

  /** Takes over the reply and streams the events of an existing run. */
  function stream(request: FastifyRequest, reply: FastifyReply, runId: string): void {
    if (request.headers['last-event-id'] === endEventId) {
      reply.code(204).send();
      return;
    }
    const address = normalizeIP(request.ip);
    requireRoom(address);
    const raw = takeOver(reply, 'text/event-stream; charset=utf-8');
    raw.write('retry: 2000\n\n');

    let last = '';
    const send = (event: string, data: object, id?: string) => {
      raw.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const tell = (state: RunState | undefined) => {
      if (!state || hasEnded(state)) {
        const end: RunEnd = { id: runId, status: state?.status ?? 'cancelled' };
        send('end', end, endEventId);
        close();
        return;
      }
      const progress = progressOf(state);
      if (!progress) return;
      const { elapsed_seconds: _, ...seen } = progress;
      const key = JSON.stringify(seen);
      if (key === last) return;
      last = key;
      send('progress', progress);
    };
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMilliseconds);
    const unfollow = watch.follow(runId, tell);
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
    onLeaving(reply, close);
  }

  return {
    stream,
    closeAll() {
      for (const close of open) close();
    },
  };
}
