import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request, or leaves it without an answer. */
export type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** A server on loopback that takes the place of another service. */
export interface StandIn {
  /** The address without a slash at its end. */
  readonly url: string;
  readonly host: string;
  /** The addresses of the requests, with their queries. */
  readonly requests: URL[];
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
