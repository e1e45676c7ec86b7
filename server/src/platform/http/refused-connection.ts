import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '@refugia/contract/errors.ts';

/**
 * Headers of replies that are sent before there is a request, when helmet does not run. Such
 * replies are JSON, and browsers must neither show nor run anything in them.
 */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Describes, as status and reply, why Node gives up a connection before there is a request. */
function describe(code: string | undefined): readonly [status: number, body: ApiError] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, { error: 'The request did not arrive in time.', code: 'request_timeout' }];
    case 'HPE_HEADER_OVERFLOW':
      return [431, { error: "The request's headers are too large.", code: 'headers_too_large' }];
    default:
      return [400, { error: 'This is not an HTTP request.', code: 'bad_request' }];
  }
}

/** For Fastify's `clientErrorHandler`: answers like every other failure, and closes the connection. */
export function refuseConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, body] = describe(error.code);
  const text = JSON.stringify(body);
  const headers = Object.entries({
    ...bareHeaders,
    'content-length': Buffer.byteLength(text),
    'content-type': 'application/json',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`);
}
