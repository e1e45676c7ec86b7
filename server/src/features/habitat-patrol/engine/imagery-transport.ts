import { type Transport, TransportError } from '@refugia/engine/source/transport.ts';
import { HttpClient, type HttpClientOptions } from '../../../platform/outbound/http-client.ts';
import { HttpError } from '../../../platform/outbound/http-request.ts';

/**
 * Imagery over HTTP, for the engine, which makes no calls of its own. Each run has its own
 * transport, so that runs do not delay each other.
 */
export function imageryTransport(options: HttpClientOptions): Transport {
  const client = new HttpClient({ hostSettings: 'IMAGERY_URL, IMAGERY_ASSET_HOSTS', ...options });
  return {
    json: (url, request) => client.json(url, request).catch(throwAsTransportError),
    range: (url, offset, length, signal) =>
      client.range(url, offset, length, signal).catch(throwAsTransportError),
  };
}

function throwAsTransportError(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  const { message, url, retryable, status, cause } = error;
  throw new TransportError(message, { url, retryable, cause, ...(status && { status }) });
}
