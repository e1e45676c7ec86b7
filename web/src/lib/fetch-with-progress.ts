/** `fetch` that also reports how much of the request has been sent, 0 to 1. */
export type FetchWithProgress = (
  address: string,
  request: RequestInit,
  onProgress: (share: number) => void,
) => Promise<Response>;

/** Statuses whose reply must not have a body. */
const bodiless = new Set([204, 205, 304]);

/**
 * Sends a request by XMLHttpRequest, which alone reports upload progress. It rejects as `fetch`
 * does: with a `TypeError` if there is no reply, and with the signal's reason when aborted.
 */
export const fetchWithProgress: FetchWithProgress = (address, request, onProgress) =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, signal } = request;
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const exchange = new XMLHttpRequest();
    const abort = () => exchange.abort();
    exchange.open(method, address);
    exchange.responseType = 'text';
    for (const [name, value] of new Headers(headers)) exchange.setRequestHeader(name, value);
    exchange.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    exchange.addEventListener('load', () => {
      const { status, responseText } = exchange;
      resolve(new Response(bodiless.has(status) ? null : responseText, { status }));
    });
    exchange.addEventListener('error', () => reject(new TypeError('The request failed.')));
    exchange.addEventListener('abort', () => reject(signal?.reason));
    exchange.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    exchange.send(body as XMLHttpRequestBodyInit | null | undefined);
  });
