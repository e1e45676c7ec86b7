import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { codeOf, messageOf } from '../thrown.ts';

/**
 * Why a request brought no usable reply. `what` says it without a subject, such as "answered with
 * HTTP status 404"; the message begins with the address.
 */
export class HttpError extends Error {
  readonly what: string;
  readonly url: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  /** The server's own Retry-After, if it gave one. */
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    what: string,
    details: {
      url: string;
      retryable: boolean;
      status?: number | undefined;
      retryAfterMilliseconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(`${details.url} ${what}.`, { cause: details.cause });
    this.name = 'HttpError';
    this.what = what;
    this.url = details.url;
    this.retryable = details.retryable;
    this.status = details.status;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds;
  }
}

/** The reason of an error, such as ECONNRESET or ENOTFOUND. */
export function reasonOf(error: unknown): string {
  return codeOf(error) ?? messageOf(error);
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

/** A server's answer. Its body has still to be read or closed. */
export interface HttpReply {
  readonly status: number;
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined;
  /** The decompressed body as it arrives. Leaving it early closes the connection. */
  readonly body: Readable;
  /** How many bytes have arrived over the connection, including those of earlier requests. */
  bytesRead(): number;
}

/**
 * Sends one request, over a connection that is kept for the next one. Redirects are not followed.
 * The body comes directly from the socket: through the streams of `fetch`, hundreds of megabytes
 * take half as much processor time again. Rejects with the socket's errors (ECONNREFUSED, ENOTFOUND
 * …), with an AbortError, or with the reason of a signal that was aborted before.
 */
export async function request(
  url: URL,
  outgoing: HttpRequest,
  signal: AbortSignal,
): Promise<HttpReply> {
  const message = await answerTo(url, outgoing, signal);
  return {
    status: message.statusCode ?? 0,
    header: (name) => message.headers[name]?.toString(),
    body: unpacked(message),
    bytesRead: () => message.socket.bytesRead,
  };
}

async function answerTo(
  url: URL,
  outgoing: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const { method, body } = outgoing;
  const { request: open } = url.protocol === 'https:' ? https : http;
  // Some public services refuse requests that do not say what sends them.
  const headers: Record<string, string> = { 'user-agent': 'Refugia', ...outgoing.headers };
  if (body instanceof Blob) headers['content-length'] = `${body.size}`;
  const sent = open(url, { method, headers });
  endWhenAborted(sent, signal);
  const answered = once(sent, 'response');
  // Errors before the answer reject above, and later ones are emitted by the body.
  sent.on('error', () => {});
  if (body instanceof Blob) sendBlob(body, sent);
  else sent.end(body);
  try {
    const [message]: IncomingMessage[] = await answered;
    return message;
  } catch (error) {
    // A server may close a kept connection just as it is used again. It has not read the request.
    const wasClosed = sent.reusedSocket && codeOf(error) === 'ECONNRESET';
    if (wasClosed && (method === 'GET' || method === 'HEAD') && !signal.aborted) {
      return answerTo(url, outgoing, signal);
    }
    throw error;
  }
}

/**
 * Ends a request when its signal is aborted. In the tick in which an answer ends, its connection is
 * nobody's, and the error of a connection that is destroyed then would end the process: Node's own
 * option `signal` does that. So the request is looked at again when the tick is over.
 */
function endWhenAborted(sent: ClientRequest, signal: AbortSignal): void {
  const end = () =>
    setImmediate(() => {
      if (!sent.closed) sent.destroy(new DOMException('The request was aborted.', 'AbortError'));
    });
  signal.addEventListener('abort', end, { once: true });
  sent.once('close', () => signal.removeEventListener('abort', end));
}

function sendBlob(body: Blob, sent: ClientRequest): void {
  // The request's own error reports a broken pipe.
  pipeline(Readable.fromWeb(body.stream()), sent, () => {});
}

function unpacked(message: IncomingMessage): Readable {
  const decoder = decoderOf(message.headers['content-encoding']);
  // Errors are emitted by the end of the pipe, to its reader.
  return decoder ? pipeline(message, decoder, () => {}) : message;
}

function decoderOf(encoding: string | undefined) {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
