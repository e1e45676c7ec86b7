import { imageryTransport } from '@refugia/server/features/habitat-patrol/engine/imagery-transport.ts';
import type { Transport } from '../src/source/transport.ts';

interface TestTransportOptions {
  /** The largest number of attempts of a call. */
  attempts?: number;
  attemptDeadline?: Parameters<typeof imageryTransport>[0]['attemptDeadline'];
}

/**
 * The product's own HTTP transport to a server of test imagery, with very short waits between
 * attempts.
 */
export function transportTo(
  { host }: { host: string },
  { attempts = 2, ...options }: TestTransportOptions = {},
): Transport {
  const retry = { attempts, firstDelayMilliseconds: 1, maxDelayMilliseconds: 5 };
  return imageryTransport({ allowedHosts: [host], ...options, retry });
}
