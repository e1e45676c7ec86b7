import type { App } from '../src/platform/http/app.ts';

/** A registered route, such as GET `/tiles/value/data/:id/:z/:x/:y.bin`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Lists the routes of an app below some addresses, including hidden ones. HEAD is left out where
 * GET exists, because both are one route.
 */
export function routesOf(app: App, below: RegExp): Route[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods = ''] =
        /^(.*?)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      if (indent === undefined) return [];
      parts.length = indent.length / 4;
      parts.push(part);
      const path = parts.join('');
      const all = methods.split(', ').filter((method) => method !== '');
      return all
        .filter((method) => method !== 'HEAD' || !all.includes('GET'))
        .map((method) => ({ method, path }));
    })
    .filter(({ path }) => below.test(path));
}

/** Whether a route answers a call. The query in the call's address is ignored. */
export function answers({ method, path }: Route, call: { method: string; url: string }): boolean {
  const [address = ''] = call.url.split('?');
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`);
  return method === call.method && pattern.test(address);
}
