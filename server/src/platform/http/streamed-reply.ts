import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Answers with JSON that is written already, as the reply's schema says. */
export const replyWithJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Buffer.from(json));

/**
 * Takes a reply over from Fastify to write it in chunks. The caller of this function must end
 * the reply. Data written after the client has disconnected is dropped without an error.
 */
export function takeOver(reply: FastifyReply, contentType: string): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => {});
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': contentType,
    'cache-control': 'no-store',
    // Without this header nginx would buffer the chunks.
    'x-accel-buffering': 'no',
  });
  return raw;
}

/** The shortest interval between two lines. None is missed, because each line holds the whole state. */
const lineMilliseconds = 200;

/** A reply that grows line by line. Each line is JSON and replaces the one before. */
export interface Lines<State> {
  /** Whether a line has been sent, after which no other reply is possible. */
  readonly isOpen: boolean;
  /** Sends a state, unless a newer state arrives before it can be sent. */
  readonly tell: (state: State) => void;
  end(state: State): void;
  /** Ends the reply with a line of another kind, which describes a failure. */
  fail(failure: object): void;
}

/** Takes over the reply with the first line. */
export function openLines<State>(
  reply: FastifyReply,
  contentType: string,
  describe: (state: State) => Promise<object>,
): Lines<State> {
  const { raw } = reply;
  let isOpen = false;
  let newest: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    takeOver(reply, `${contentType}; charset=utf-8`);
  }

  function send(describeLine: () => Promise<object>): void {
    open();
    turn = turn
      .then(async () => {
        if (!raw.destroyed) raw.write(`${JSON.stringify(await describeLine())}\n`);
      })
      .catch((error: Error) => {
        raw.destroy(error);
      });
  }

  /** A caller that reads slowly receives fewer lines. */
  function sendNewest(): void {
    timer = undefined;
    const state = newest;
    if (state === undefined || raw.destroyed) return;
    timer = setTimeout(sendNewest, lineMilliseconds);
    if (raw.writableNeedDrain) return;
    newest = undefined;
    send(() => describe(state));
  }

  function finish(lastLine: () => Promise<object>): void {
    clearTimeout(timer);
    send(lastLine);
    void turn.then(() => raw.end());
  }

  return {
    get isOpen() {
      return isOpen;
    },
    tell(state) {
      newest = state;
      if (timer === undefined) sendNewest();
    },
    end: (state) => finish(() => describe(state)),
    fail: (failure) => finish(async () => failure),
  };
}
