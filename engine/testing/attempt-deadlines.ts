import type { HttpClientOptions } from '@refugia/server/platform/outbound/http-client.ts';
import type { ImageryServer } from './imagery-server.ts';

/**
 * Deadlines of attempts that pass only for a request that the server deliberately leaves
 * unanswered. An answer that is slow, because the machine is busy, is waited for.
 */
export function deadlinesOf(
  server: ImageryServer,
): NonNullable<HttpClientOptions['attemptDeadline']> {
  const waiting = new Map<string, Set<AbortController>>();
  server.onHang((path) => {
    const controllers = waiting.get(path) ?? [];
    waiting.delete(path);
    for (const controller of controllers) controller.abort();
  });
  return (_milliseconds, url) => {
    const controller = new AbortController();
    const { pathname } = new URL(url);
    waiting.set(pathname, (waiting.get(pathname) ?? new Set()).add(controller));
    return controller.signal;
  };
}
