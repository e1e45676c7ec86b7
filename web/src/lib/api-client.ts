import type { ApiError } from '@refugia/contract/errors.ts';
import { CallFailedError, isAbort, RequestRefusedError } from './api-errors.ts';
import { type FetchWithProgress, fetchWithProgress } from './fetch-with-progress.ts';

export interface CallOptions {
  /** Default `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Appended to the path; entries that are undefined are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The request's body. It is sent as JSON, or unchanged if it is a form with files. */
  body?: unknown;
  /** Such as `Prefer`. */
  headers?: Readonly<Record<string, string>>;
  /** Sends the token along. Default true. */
  authenticated?: boolean;
  /** Called with the share of the body that has been sent, 0 to 1. For uploads of files. */
  onProgress?: ((share: number) => void) | undefined;
  /**
   * Lets the browser send a body of a few kilobytes although the page is closed meanwhile. Default
   * false.
   */
  outlivesPage?: boolean;
  /** Resolves with the reply's bytes as a `Blob`, which may be too long for one text. Default false. */
  asFile?: boolean;
  /** Called with the headers of a successful reply, before its body is read. */
  onHeaders?: ((headers: Headers) => void) | undefined;
  /** Requests the reply as lines of JSON, and is called with each line when it arrives. */
  onLine?: ((line: unknown) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface ApiClientSettings {
  readToken: () => string | null;
  /** Called when a call with this token was refused with 401. */
  onTokenRefused?: (token: string, call: { method: string; path: string }) => void;
  /** Default: the browser's `fetch`. */
  fetch?: typeof fetch;
  /** For calls with `onProgress`. Default: by XMLHttpRequest. */
  fetchWithProgress?: FetchWithProgress;
}

export type CallApi = <Reply>(path: string, options?: CallOptions) => Promise<Reply>;

function address(path: string, query: CallOptions['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function isApiError(body: unknown): body is ApiError {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'code' in body &&
    typeof body.code === 'string'
  );
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CallFailedError(
      'The server answered with something other than JSON.',
      response.status,
      {
        cause,
      },
    );
  }
}

const linesType = 'application/x-ndjson';

/**
 * Resolves with the last line. A server without support for lines answers with a single JSON text.
 */
async function readLines(response: Response, onLine: (line: unknown) => void): Promise<unknown> {
  const isLines = response.headers.get('content-type')?.startsWith(linesType);
  if (!response.ok || !isLines || !response.body) return readBody(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = '';
  let last: unknown;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (unfinished + part.value).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) {
        last = JSON.parse(line);
        onLine(last);
      }
    }
  } finally {
    await reader.cancel();
  }
  if (unfinished !== '') {
    throw new CallFailedError('The reply of the server broke off.', response.status);
  }
  return last;
}

/**
 * Makes the one function through which every call to our own server goes. It resolves with the
 * reply's JSON (the last line if lines were requested, a `Blob` for a file), and trusts the
 * contract for its shape. It throws `RequestRefusedError` for a 4xx, `CallFailedError` for a 5xx,
 * for no reply and for an unreadable one, and the signal's own reason when it was aborted.
 */
export function createApiClient(settings: ApiClientSettings): CallApi {
  const send = settings.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const sendCounting = settings.fetchWithProgress ?? fetchWithProgress;

  return async function callApi<Reply>(path: string, options: CallOptions = {}): Promise<Reply> {
    const { method = 'GET', query, body, headers, authenticated = true } = options;
    const { asFile = false, onProgress, onHeaders, onLine, signal } = options;
    const { outlivesPage = false } = options;
    const token = authenticated ? settings.readToken() : null;
    const isForm = body instanceof FormData;

    let response: Response;
    let reply: unknown;
    try {
      const request: RequestInit = {
        method,
        signal: signal ?? null,
        keepalive: outlivesPage,
        headers: {
          accept: onLine ? linesType : 'application/json',
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `JWT ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      };
      response = await (onProgress === undefined
        ? send(address(path, query), request)
        : sendCounting(address(path, query), request, onProgress));
      if (response.ok) onHeaders?.(response.headers);
      if (asFile && response.ok) reply = await response.blob();
      else reply = await (onLine ? readLines(response, onLine) : readBody(response));
    } catch (cause) {
      if (signal?.aborted || isAbort(cause) || cause instanceof CallFailedError) throw cause;
      throw new CallFailedError('The server could not be reached.', null, { cause });
    }

    if (response.ok) return reply as Reply;
    if (response.status === 401 && token !== null)
      settings.onTokenRefused?.(token, { method, path });
    if (response.status < 500 && isApiError(reply)) {
      throw new RequestRefusedError(response.status, reply);
    }
    throw new CallFailedError(
      isApiError(reply) ? reply.error : `The server answered with status ${response.status}.`,
      response.status,
    );
  };
}
