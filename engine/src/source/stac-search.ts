import { type Transport, TransportError } from './transport.ts';

/** The body of a STAC API item search (POST /search). */
export interface StacQuery {
  readonly collections: readonly string[];
  readonly intersects: unknown;
  /** RFC 3339 interval: `from/to`. */
  readonly datetime: string;
  readonly limit: number;
}

export interface StacSearchOptions {
  transport: Transport;
  /** Root of the STAC API, such as `https://host/v1`. */
  catalogueUrl: string;
  query: StacQuery;
  /** Items after which no further page is asked for. */
  maxItems: number;
  signal?: AbortSignal;
}

interface Page {
  url: string;
  body: Record<string, unknown> | undefined;
}

/**
 * All items that a search finds, page after page. Links to the next page may be POST (with a body
 * that replaces or is merged into the first one) or GET. Rejects with TransportError.
 */
export async function searchItems(options: StacSearchOptions): Promise<unknown[]> {
  const { transport, query, maxItems, signal } = options;
  const firstBody = { ...query };
  let page: Page | undefined = { url: searchUrl(options.catalogueUrl), body: firstBody };
  const asked = new Set<string>();
  const items: unknown[] = [];
  while (page && items.length < maxItems) {
    const key = JSON.stringify(page);
    // A catalogue whose pages lead back to themselves would be read for ever.
    if (asked.has(key)) break;
    asked.add(key);
    const reply: unknown = await transport.json(page.url, { body: page.body, signal });
    const { features, links } = itemCollection(reply, page.url);
    items.push(...features);
    if (features.length === 0) break;
    page = nextPage(links, page.url, firstBody);
  }
  return items.slice(0, maxItems);
}

function searchUrl(catalogueUrl: string): string {
  return `${catalogueUrl.replace(/\/+$/, '')}/search`;
}

function itemCollection(
  reply: unknown,
  url: string,
): { features: unknown[]; links: Record<string, unknown>[] } {
  const { features, links } = (reply ?? {}) as { features?: unknown; links?: unknown };
  if (!Array.isArray(features)) {
    throw new TransportError(`${url} didn't answer with a STAC item collection.`, {
      url,
      retryable: false,
    });
  }
  return { features, links: Array.isArray(links) ? links : [] };
}

function nextPage(
  links: Record<string, unknown>[],
  url: string,
  firstBody: Record<string, unknown>,
): Page | undefined {
  const next = links.find((link) => link?.rel === 'next');
  const address = typeof next?.href === 'string' ? URL.parse(next.href, url)?.href : undefined;
  if (!next || !address) return undefined;
  if (String(next.method ?? 'GET').toUpperCase() !== 'POST')
    return { url: address, body: undefined };
  const body = (next.body ?? {}) as Record<string, unknown>;
  return { url: address, body: next.merge === true ? { ...firstBody, ...body } : body };
}
