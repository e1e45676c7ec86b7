import type { App } from '../src/platform/http/app.ts';

/** A route as it was registered, such as GET `/tiles/value/data/:id/:z/:x/:y.bin`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * The routes of an app below some addresses, hidden ones too. HEAD is left out where GET is there: both
 * are one route.
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

/** Whether a call's address, its query left out, is answered by a route. */
export function answers({ method, path }: Route, call: { method: string; url: string }): boolean {
  const [address = ''] = call.url.split('?');
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`);
  return method === call.method && pattern.test(address);
}
