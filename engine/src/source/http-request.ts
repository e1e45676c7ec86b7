import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server's answer, whose body is still to be read or let go. */
export interface HttpReply {
  readonly status: number;
  /** A header's value, by its name in small letters. */
  header(name: string): string | undefined;
  /** As it comes, unpacked. To leave it early closes the connection. */
  readonly body: Readable;
  /** How much has come over its connection, which may have served others before. */
  bytesRead(): number;
}

/**
 * One request, over a connection that is kept for the next; redirects are not followed. The body
 * comes as the socket gives it: through the streams of `fetch`, hundreds of megabytes take half as
 * much of a processor again. Rejects as sockets do (ECONNREFUSED, ENOTFOUND …), or with an AbortError.
 */
export async function request(
  url: URL,
  { method, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpReply> {
  const { request: open } = url.protocol === 'https:' ? https : http;
  const sent = open(url, { method, headers, signal });
  const answered = once(sent, 'response');
  sent.end(body);
  const [message] = (await answered) as [IncomingMessage];
  // What breaks from here on, the body tells.
  sent.on('error', () => {});
  return {
    status: message.statusCode ?? 0,
    header: (name) => message.headers[name]?.toString(),
    body: message.headers['content-encoding'] === 'gzip' ? unpacked(message) : message,
    bytesRead: () => message.socket.bytesRead,
  };
}

function unpacked(message: IncomingMessage): Readable {
  // The end of the pipe tells what breaks to whoever reads it.
  return pipeline(message, createGunzip(), () => {});
}
