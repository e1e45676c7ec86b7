import type { App } from './api.ts';
import { ApiFailure } from './failure.ts';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly method: string;
}

/** A route's address as a pattern: `/runs/:id/:y.png` fits `/runs/a/7.png`, with a slash at the end or without. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split(/:\w+/);
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}/?$`);
}

/** Answers 405 and lists the allowed methods when an address exists but not with this method. */
export function registerMethods(app: App): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // A wildcard stands for a folder of static files, where an unknown name is a 404.
    if (url.includes('*')) return;
    const pattern = patternOf(url);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  // This hook runs after those that act on every request, such as the one that sets headers.
  app.addHook('preParsing', async (request, reply) => {
    // The wildcard route of the pages receives every GET that no other route matches.
    if (!request.is404 && !request.routeOptions.url?.includes('*')) return;
    const path = request.url.split('?')[0];
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    // If the method is allowed, the address itself is wrong.
    if (methods.length === 0 || methods.includes(request.method)) return;
    reply.header('allow', [...new Set(methods)].join(', '));
    throw new ApiFailure(405, 'method_not_allowed', 'This address does not answer to this method.');
  });
}
