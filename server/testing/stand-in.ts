import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request, or leaves it without an answer. */
export type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** Another service's place taken by a server on loopback. */
export interface StandIn {
  /** Without a slash at its end. */
  readonly url: string;
  readonly host: string;
  /** The addresses that were asked, with their queries. */
  readonly requests: URL[];
  /** What is answered from now on. */
  answer: Answer;
  close(): Promise<void>;
}

export async function startStandIn(answer: Answer): Promise<StandIn> {
  const requests: URL[] = [];
  const server = createServer((request, reply) => {
    requests.push(new URL(request.url ?? '/', standIn.url));
    standIn.answer(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StandIn = {
    url: `http://${host}`,
    host,
    requests,
    answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

export function sendJson(reply: ServerResponse, value: unknown): void {
  reply.writeHead(200, { 'content-type': 'application/json;charset=utf-8' });
  reply.end(JSON.stringify(value));
}
