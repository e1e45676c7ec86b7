import { type Transport, TransportError } from './transport.ts';

/** The body of a STAC API item search (POST /search). */
export interface StacQuery {
  readonly collections: readonly string[];
  readonly intersects: unknown;
  /** RFC 3339 interval: `from/to`. */
  readonly datetime: string;
  readonly limit: number;
  /** The fields that are asked for. A catalogue may ignore this. */
  readonly fields?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

export interface StacSearchOptions {
  transport: Transport;
  /** Root of the STAC API, such as `https://host/v1`. */
  catalogueUrl: string;
  query: StacQuery;
  /** No further page is read after this many items. */
  maxItems: number;
  signal?: AbortSignal;
}

export interface FoundItems {
  readonly items: readonly unknown[];
  /** Whether there are more than `maxItems`. The items found are then an arbitrary part of them. */
  readonly isCut: boolean;
  /** Why pages after the first are missing. */
  readonly failure: TransportError | undefined;
}

interface Page {
  url: string;
  body: Record<string, unknown> | undefined;
}

/**
 * Finds the items of a search, page by page. Links to the next page may be POST (with a body that
 * replaces the first one or is merged into it) or GET. If the first page says that there are more
 * than `maxItems`, no further page is read. Rejects with TransportError if the first page cannot be
 * read. A later failure is returned in `failure`.
 */
export async function searchItems(options: StacSearchOptions): Promise<FoundItems> {
  const { transport, maxItems, signal } = options;
  const first = await firstPage(options);
  const items = [...first.features];
  if (first.matched > maxItems) {
    return { items: items.slice(0, maxItems), isCut: true, failure: undefined };
  }
  let page = items.length > 0 ? nextPage(first.links, first.url, first.body) : undefined;
  const asked = new Set<string>();
  while (page && items.length < maxItems) {
    const key = JSON.stringify(page);
    // Otherwise a catalogue whose pages link back to themselves would be read forever.
    if (asked.has(key)) break;
    asked.add(key);
    try {
      const reply: unknown = await transport.json(page.url, { body: page.body, signal });
      const { features, links } = itemCollection(reply, page.url);
      items.push(...features);
      if (features.length === 0) break;
      page = nextPage(links, page.url, first.body);
    } catch (failure) {
      signal?.throwIfAborted();
      if (!(failure instanceof TransportError)) throw failure;
      return { items, isCut: false, failure };
    }
  }
  return { items: items.slice(0, maxItems), isCut: items.length > maxItems, failure: undefined };
}

/** Reads the first page, without a choice of fields if the catalogue refuses one. */
async function firstPage({ transport, catalogueUrl, query, signal }: StacSearchOptions) {
  const url = searchUrl(catalogueUrl);
  const ask = async (body: Record<string, unknown>) => {
    const reply: unknown = await transport.json(url, { body, signal });
    return { ...itemCollection(reply, url), url, body };
  };
  const { fields, ...plain } = query;
  try {
    return await ask({ ...query });
  } catch (error) {
    const isRefused = error instanceof TransportError && /^(400|422)$/.test(`${error.status}`);
    if (!isRefused || fields === undefined) throw error;
    return await ask(plain);
  }
}

function searchUrl(catalogueUrl: string): string {
  return `${catalogueUrl.replace(/\/+$/, '')}/search`;
}

function itemCollection(
  reply: unknown,
  url: string,
): { features: unknown[]; links: Record<string, unknown>[]; matched: number } {
  const { features, links, numberMatched, context }: Record<string, unknown> = Object(reply);
  if (!Array.isArray(features)) {
    throw new TransportError(`${url} didn't answer with a STAC item collection.`, {
      url,
      retryable: false,
    });
  }
  const matched = Number(numberMatched ?? Object(context).matched ?? features.length);
  return { features, links: Array.isArray(links) ? links : [], matched };
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
  const body: Record<string, unknown> = Object(next.body);
  return { url: address, body: next.merge === true ? { ...firstBody, ...body } : body };
}
