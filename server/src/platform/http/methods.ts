import type { App } from './app.ts';
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

/** Answers 405, with the methods that there are, where an address is known but not by this method. */
export function registerMethods(app: App): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // A wildcard is a folder of files: what is not there is not found.
    if (url.includes('*')) return;
    const pattern = patternOf(url);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  // After all that is done to each request, such as its headers.
  app.addHook('preParsing', async (request, reply) => {
    // The pages' wildcard takes every GET that no other route does.
    if (!request.is404 && !request.routeOptions.url?.includes('*')) return;
    const path = request.url.split('?')[0] ?? '/';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    // With a method that there is, what stands in the address is wrong.
    if (methods.length === 0 || methods.includes(request.method)) return;
    reply.header('allow', [...new Set(methods)].join(', '));
    throw new ApiFailure(405, 'method_not_allowed', 'This address does not answer to this method.');
  });
}
