import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { readFields, searchScenes } from './search.ts';
import { type Transport, TransportError } from './transport.ts';

const area: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};
const catalogueUrl = 'https://catalogue.test/v1';

interface Call {
  url: string;
  body: Record<string, unknown> | undefined;
}

function collectionOf(body: Call['body']): string {
  const [collection] = (body?.collections ?? []) as string[];
  return collection ?? '';
}

/** A catalogue that answers from a function and records the calls. */
function catalogue(answer: (call: Call) => unknown): { transport: Transport; calls: Call[] } {
  const calls: Call[] = [];
  const transport: Transport = {
    json: async (url, { body }) => {
      const call = { url, body: body as Call['body'] };
      calls.push(call);
      return answer(call);
    },
    range: () => Promise.reject(new Error('a search reads no files')),
  };
  return { transport, calls };
}

function item(id: string, properties: object = {}, collection = 'sentinel-2-l2a'): unknown {
  return {
    type: 'Feature',
    id,
    collection,
    geometry: area,
    properties: { datetime: '2023-07-15T17:50:00Z', 'grid:code': `MGRS-${id}`, ...properties },
    assets: { red: { href: 'https://files.test/B04.tif' } },
  };
}

const page = (features: unknown[], next?: object): unknown => ({
  type: 'FeatureCollection',
  features,
  links: next
    ? [
        { rel: 'self', href: 'x' },
        { rel: 'next', ...next },
      ]
    : [],
});
const ids = (scenes: readonly { id: string }[]): string[] => scenes.map(({ id }) => id);
const options = { catalogueUrl, area, date: '2023-07-15', collections: ['sentinel-2-l2a'] };

test('asks for the area, the days around the date and one collection at a time', async () => {
  const { transport, calls } = catalogue(() => page([]));
  const collections = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'];
  await searchScenes({ transport, catalogueUrl, area, date: '2023-03-01', windowDays: 45 });
  expect(calls.map(({ url }) => url)).toEqual([`${catalogueUrl}/search`, `${catalogueUrl}/search`]);
  expect(calls.map(({ body }) => body)).toEqual(
    collections.map((collection) => ({
      collections: [collection],
      intersects: area,
      datetime: '2023-01-15T00:00:00Z/2023-04-15T23:59:59Z',
      limit: 100,
      fields: readFields,
    })),
  );
});

describe('pages', () => {
  test('a POST link with a body of its own', async () => {
    const { transport, calls } = catalogue(({ body }) =>
      body?.next === 'two'
        ? page([item('B')])
        : page([item('A')], { method: 'POST', href: '/v1/search', body: { ...body, next: 'two' } }),
    );
    expect(ids((await searchScenes({ ...options, transport })).scenes)).toEqual(['A', 'B']);
    expect(calls[1]).toEqual({
      url: `${catalogueUrl}/search`,
      body: { ...calls[0].body, next: 'two' },
    });
  });

  test('a POST link whose body is merged into the first', async () => {
    const { transport, calls } = catalogue(({ body }) =>
      body?.token === 2
        ? page([item('B')])
        : page([item('A')], {
            method: 'POST',
            href: '/v1/search',
            merge: true,
            body: { token: 2 },
          }),
    );
    await searchScenes({ ...options, transport });
    expect(calls[1].body).toEqual({ ...calls[0].body, token: 2 });
  });

  test('a GET link', async () => {
    const { transport, calls } = catalogue(({ url }) =>
      url.endsWith('?page=2')
        ? page([item('B')])
        : page([item('A')], { href: `${catalogueUrl}/search?page=2` }),
    );
    expect(ids((await searchScenes({ ...options, transport })).scenes)).toEqual(['A', 'B']);
    expect(calls[1].body).toBeUndefined();
  });

  test('that lead back to themselves, or never end, come to an end', async () => {
    const circle = catalogue(() => page([item('A')], { href: `${catalogueUrl}/search?again` }));
    expect(ids((await searchScenes({ ...options, transport: circle.transport })).scenes)).toEqual([
      'A',
    ]);
    expect(circle.calls).toHaveLength(2);
    let count = 0;
    const endless = catalogue(() => page([item(`A${count++}`)], { href: `/search?page=${count}` }));
    const found = await searchScenes({ ...options, transport: endless.transport, maxItems: 7 });
    expect(found.scenes).toHaveLength(7);
  });
});

describe('more than can be looked at', () => {
  /** A catalogue with so many scenes a day, newest first, in pages of 100. */
  const busy = (perDay: number) =>
    catalogue(({ body }) => {
      const [from, to] = (body!.datetime as string).split('/').map((time) => Date.parse(time));
      const days = Math.ceil((to! - from!) / 86_400_000);
      const found = Array.from({ length: days * perDay }, (_, index) =>
        item(`T${index}`, {
          datetime: new Date(to! - (index / perDay) * 86_400_000).toISOString(),
        }),
      );
      const start = Number(body!.next ?? 0);
      const next = { method: 'POST', href: '/search', body: { ...body, next: start + 100 } };
      return {
        ...(page(
          found.slice(start, start + 100),
          start + 100 < found.length ? next : undefined,
        ) as object),
        numberMatched: found.length,
      };
    });

  test('is searched in fewer days around the date, and told', async () => {
    // 91 days of 110 scenes are 10,010.
    const { transport, calls } = busy(110);
    const { scenes, notes } = await searchScenes({ ...options, transport });
    // ±45, ±22, ±11 and ±5 days have too many; 5 days of 110 have not.
    expect(scenes).toHaveLength(550);
    expect(scenes[0].datetime.slice(0, 10)).toBe('2023-07-13');
    expect(scenes.at(-1)!.datetime.slice(0, 10)).toBe('2023-07-17');
    // One page of each that has too many, six of the last.
    expect(calls).toHaveLength(4 + 6);
    expect(notes.map(runSentence)).toEqual([
      'The collection sentinel-2-l2a has more than 1,000 scenes of the area within 45 days of 2023-07-15: those within 2 days were looked at.',
    ]);
  });

  test('as many as can be looked at are all looked at', async () => {
    // 91 days of 10 are 910.
    const { transport, calls } = busy(10);
    const { scenes, notes } = await searchScenes({ ...options, transport });
    expect([scenes.length, calls.length, notes]).toEqual([910, 10, []]);
  });
});

describe('a choice of fields', () => {
  test('is dropped where the catalogue refuses it', async () => {
    const refused = new TransportError('what fields?', { url: 'u', retryable: false, status: 400 });
    const { transport, calls } = catalogue(({ body }) => {
      if (body?.fields) throw refused;
      return page([item('A')]);
    });
    expect(ids((await searchScenes({ ...options, transport })).scenes)).toEqual(['A']);
    expect(calls.map(({ body }) => 'fields' in body!)).toEqual([true, false]);
  });
});

describe('duplicates', () => {
  test('of an acquisition, the preferred collection stays, then the newest processing', async () => {
    const stamp = { 's2:datastrip_id': 'S2B_OPER_MSI_L2A_DS_X_S20230715T175001_N05.09' };
    const replies: Record<string, unknown[]> = {
      first: [item('13SEE', { ...stamp, 's2:processing_baseline': '05.00' }, 'first')],
      second: [
        item('13SEE', { ...stamp, 's2:processing_baseline': '05.10' }, 'second'),
        item('13SEF', { ...stamp, 's2:processing_baseline': '04.00', updated: '2' }, 'second'),
        item('13SEF', { ...stamp, 's2:processing_baseline': '05.10', updated: '1' }, 'second'),
      ],
    };
    const { transport } = catalogue(({ body }) => page(replies[collectionOf(body)]));
    const { scenes } = await searchScenes({
      ...options,
      transport,
      collections: ['first', 'second'],
    });
    expect(scenes.map(({ id, collection }) => [id, collection])).toEqual([
      ['13SEE', 'first'],
      ['13SEF', 'second'],
    ]);
  });

  test('two parts of one pass over a tile are two scenes', async () => {
    const strip = (time: string): object => ({ 's2:datastrip_id': `S2B_DS_S20230715T${time}_N05` });
    const { transport } = catalogue(() =>
      page([item('13SEE', strip('175001')), item('13SEE', strip('175512'))]),
    );
    expect((await searchScenes({ ...options, transport })).scenes).toHaveLength(2);
  });
});

describe('failures', () => {
  const gone = new TransportError('no such collection', {
    url: 'u',
    retryable: false,
    status: 404,
  });
  const busy = new TransportError('busy', { url: 'u', retryable: true, status: 503 });

  test('of one collection are noted as long as another answers', async () => {
    const { transport } = catalogue(({ body }) => {
      if (collectionOf(body) === 'first') throw gone;
      return page([item('A')]);
    });
    const found = await searchScenes({ ...options, transport, collections: ['first', 'second'] });
    expect(ids(found.scenes)).toEqual(['A']);
    expect(found.notes.map(runSentence)).toEqual([
      'The collection first could not be searched: no such collection',
    ]);
  });

  test('of a later page are noted, and what came before is used', async () => {
    const { transport } = catalogue(({ body }) => {
      if (body?.next) throw busy;
      return page([item('A')], { method: 'POST', href: '/v1/search', body: { ...body, next: 2 } });
    });
    const { scenes, notes } = await searchScenes({ ...options, transport });
    expect(ids(scenes)).toEqual(['A']);
    expect(notes.map(runSentence)).toEqual([
      'A part of the collection sentinel-2-l2a could not be searched: busy',
    ]);
  });

  test('of all are the search’s own: the one that may pass', async () => {
    const { transport } = catalogue(({ body }) => {
      throw collectionOf(body) === 'first' ? gone : busy;
    });
    const search = searchScenes({ ...options, transport, collections: ['first', 'second'] });
    await expect(search).rejects.toBe(busy);
  });

  test('a reply that is no item collection is named', async () => {
    const { transport } = catalogue(() => ({ message: 'hello' }));
    await expect(searchScenes({ ...options, transport })).rejects.toThrow(
      "didn't answer with a STAC item collection",
    );
  });

  test('entries that can’t be used are counted', async () => {
    const { transport } = catalogue(() => page([item('A'), { type: 'Feature' }, null]));
    const found = await searchScenes({ ...options, transport });
    expect(found.notes.map(runSentence)).toEqual([
      '2 catalogue entries hold no band that can be read here.',
    ]);
  });
});
