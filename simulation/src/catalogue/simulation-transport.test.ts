import type { Transport } from '@refugia/engine/source/transport.ts';
import { TransportError } from '@refugia/engine/source/transport.ts';
import { BaseClient, BaseResponse, fromCustomClient } from 'geotiff';
import { describe, expect, test } from 'vitest';
import { createSimulationTransport, simulationCatalogue } from '../index.ts';

const now = () => new Date('2024-03-05T12:00:00Z');
const transport = () => createSimulationTransport({ now });
const searchUrl = `${simulationCatalogue.catalogueUrl}/search`;

interface Item {
  id: string;
  properties: Record<string, string | number | boolean>;
  geometry: GeoJSON.Polygon;
  assets: Record<
    'blue' | 'nir' | 'swir16' | 'scl',
    { href: string; 'proj:transform': number[]; 'raster:bands': { nodata: number }[] }
  >;
}
interface Reply {
  features: Item[];
  links: { rel: string; href: string; body?: object }[];
  numberMatched: number;
}

const search = (body: object, at: Transport = transport()) =>
  at.json(searchUrl, {
    body: { collections: simulationCatalogue.collections, ...body },
  }) as Promise<Reply>;
/** A search for scenes of some meters around a place. */
const point = (longitude: number, latitude: number) => {
  const [east, north] = [longitude + 1e-4, latitude + 1e-4];
  const corners = [
    [longitude, latitude],
    [east, latitude],
    [east, north],
    [longitude, latitude],
  ];
  return { intersects: { type: 'Polygon', coordinates: [corners] } };
};
const july = { datetime: '2019-07-01T00:00:00Z/2019-07-31T23:59:59Z' };

describe('search', () => {
  test('a place has a scene every five days in each orbit that sees it, newest first', async () => {
    const { features } = await search({ ...point(-96.4, 41.2), ...july, limit: 100 });
    const days = features.map(
      ({ properties }) => Date.parse(String(properties.datetime)) / 86_400_000,
    );
    expect(features.length).toBeGreaterThanOrEqual(6);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    const tile = features[0].properties['grid:code'];
    const ofTile = features.filter(({ properties }) => properties['grid:code'] === tile);
    const gaps = ofTile
      .slice(1)
      .map(
        (item, index) =>
          Date.parse(String(ofTile[index].properties.datetime)) -
          Date.parse(String(item.properties.datetime)),
      );
    expect(new Set(gaps)).toEqual(new Set([5 * 86_400_000]));
  });

  test('the tile of a known place has the name and corner that Sentinel-2 gives it', async () => {
    // Omaha lies in 15TTF and 14TQL; the corner of 14TQL is that of ESA's tiling grid (KML of 2016).
    const { features } = await search({ ...point(-96.2, 41.2), ...july, limit: 100 });
    const omaha = features.find(({ properties }) => properties['grid:code'] === 'MGRS-14TQL');
    expect(omaha?.assets.blue['proj:transform']).toEqual([10, 0, 699_980, 0, -10, 4_600_000]);
    expect(omaha?.properties['proj:epsg']).toBe(32_614);
  });

  test('pages hold every scene once', async () => {
    const all = await search({ ...point(-96.4, 41.2), ...july, limit: 100 });
    const ids: string[] = [];
    let body: object | undefined = {
      ...point(-96.4, 41.2),
      ...july,
      limit: 4,
      collections: simulationCatalogue.collections,
    };
    const reading = transport();
    while (body) {
      const reply = (await reading.json(searchUrl, { body })) as Reply;
      ids.push(...reply.features.map(({ id }) => id));
      body = reply.links.find(({ rel }) => rel === 'next')?.body;
    }
    expect(ids).toEqual(all.features.map(({ id }) => id));
    expect(all.numberMatched).toBe(ids.length);
  });

  test.each([
    ['in the North Sea', 3, 56],
    ['in Vancouver, inside a tile that reaches over the border', -123.1, 49.25],
    ['in Mexico', -102, 25],
  ])('there is nothing %s', async (_, longitude, latitude) => {
    const { features } = await search({ ...point(longitude, latitude), ...july });
    expect(features).toEqual([]);
  });

  test('scenes begin in 2015 and end today', async () => {
    const datesIn = async (datetime: string) => {
      const { features } = await search({ ...point(-96.4, 41.2), datetime, limit: 100 });
      return features.map(({ properties }) => String(properties.datetime).slice(0, 10)).sort();
    };
    const first = await datesIn('2013-01-01T00:00:00Z/2015-01-20T00:00:00Z');
    expect(first[0] >= '2015-01-01' && first[0] <= '2015-01-05').toBe(true);
    const last = (await datesIn('2024-02-20T00:00:00Z/..')).at(-1) ?? '';
    expect(last <= '2024-03-05' && last > '2024-02-29').toBe(true);
  });

  test('another collection has nothing here, and both clear and overcast days are common', async () => {
    expect(
      (await search({ collections: ['sentinel-2-l2a'], ...point(-96.4, 41.2) })).features,
    ).toEqual([]);
    const year = { ...point(-96.4, 41.2), datetime: '2019-01-01/2019-12-31', limit: 500 };
    const all = await search(year);
    const cover = all.features.map(({ properties }) => Number(properties['eo:cloud_cover']));
    expect(cover.filter((percent) => percent < 10).length).toBeGreaterThan(all.features.length / 6);
    expect(cover.filter((percent) => percent > 60).length).toBeGreaterThan(
      all.features.length / 10,
    );
  });

  test('what it cannot understand is refused by name', async () => {
    await expect(search({ filter: {} })).rejects.toThrow(/"filter"/);
    await expect(search({ datetime: 'yesterday' })).rejects.toThrow(/"yesterday"/);
    await expect(transport().json('https://example.invalid/search', {})).rejects.toThrow(
      TransportError,
    );
  });
});

/** Lets the geotiff package, as an independent reader, read ranges through the transport. */
class TransportClient extends BaseClient {
  readonly #transport: Transport;

  constructor(url: string, through: Transport) {
    super(url);
    this.#transport = through;
  }

  override async request({ headers = {} }: { headers?: Record<string, string> } = {}) {
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(headers.Range ?? '') ?? [];
    const bytes = await this.#transport.range(
      this.url,
      Number(first),
      Number(last) - Number(first) + 1,
    );
    return new RangeResponse(bytes, Number(first));
  }
}

class RangeResponse extends BaseResponse {
  readonly #bytes: Uint8Array;
  readonly #offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    super();
    this.#bytes = bytes;
    this.#offset = offset;
  }

  override get status() {
    return 206;
  }

  override getHeader(name: string) {
    const last = this.#offset + this.#bytes.length - 1;
    return name.toLowerCase() === 'content-range' ? `bytes ${this.#offset}-${last}/*` : '';
  }

  override async getData() {
    return this.#bytes.slice().buffer;
  }
}

describe('files', () => {
  test('geotiff reads a band: size, place, overviews and pixels', async () => {
    const through = transport();
    const { features } = await search({ ...point(-96.4, 41.2), ...july }, through);
    const { blue, swir16, scl } = features[0].assets;
    const tiff = await fromCustomClient(new TransportClient(blue.href, through));
    const image = await tiff.getImage();
    expect([image.getWidth(), image.getHeight()]).toEqual([10_980, 10_980]);
    expect([image.getTileWidth(), image.getTileHeight()]).toEqual([256, 256]);
    expect(image.getOrigin().slice(0, 2)).toEqual([
      blue['proj:transform'][2],
      blue['proj:transform'][5],
    ]);
    expect(image.getResolution().slice(0, 2)).toEqual([10, -10]);
    expect(image.getGeoKeys()?.ProjectedCSTypeGeoKey).toBe(features[0].properties['proj:epsg']);
    expect(image.getGDALNoData()).toBe(0);
    expect(await tiff.getImageCount()).toBe(7);
    expect((await tiff.getImage(4)).getWidth()).toBe(687);
    const [pixels] = await image.readRasters({ window: [300, 300, 330, 320] });
    expect(pixels).toBeInstanceOf(Uint16Array);
    expect(Math.min(...(pixels as Uint16Array))).toBeGreaterThan(0);
    const shortWave = await (
      await fromCustomClient(new TransportClient(swir16.href, through))
    ).getImage();
    expect(shortWave.getWidth()).toBe(5_490);
    const classes = await (
      await fromCustomClient(new TransportClient(scl.href, through))
    ).getImage();
    const [codes] = await classes.readRasters({ window: [150, 150, 165, 160] });
    expect(codes).toBeInstanceOf(Uint8Array);
    expect([...(codes as Uint8Array)].every((code) => code >= 2 && code <= 11)).toBe(true);
  });

  test('bytes are the same whatever was read before, and however a range is cut', async () => {
    const first = transport();
    const { features } = await search({ ...point(-96.4, 41.2), ...july }, first);
    const [one, other] = features;
    // Around the border of two blocks of the full image.
    const offset = 131_072 * 1_300;
    const straight = await first.range(one.assets.nir.href, offset, 80_000);
    const second = transport();
    await second.range(other.assets.nir.href, offset, 1_000);
    await second.range(one.assets.swir16.href, 30_000_000, 500);
    const tail = await second.range(one.assets.nir.href, offset + 30_001, 49_999);
    const head = await second.range(one.assets.nir.href, offset, 30_001);
    expect(Buffer.compare(Buffer.concat([head, tail]), straight)).toBe(0);
  });

  test('a range ends where the file ends, and a file that is not there is refused', async () => {
    const through = transport();
    const { features } = await search({ ...point(-96.4, 41.2), ...july }, through);
    const { href } = features[0].assets.scl;
    expect((await through.range(href, 1e9, 100)).length).toBe(0);
    const missing = href.replace(/\d{4}-\d\d-\d\d/, '1999-01-01');
    await expect(through.range(missing, 0, 100)).rejects.toMatchObject({
      status: 404,
      retryable: false,
    });
  });

  test('an aborted read stops with the reason of its signal', async () => {
    const through = transport();
    const { features } = await search({ ...point(-96.4, 41.2), ...july }, through);
    const aborter = new AbortController();
    const reading = through.range(
      features[0].assets.blue.href,
      100_000_000,
      2_000_000,
      aborter.signal,
    );
    aborter.abort(new Error('no longer wanted'));
    await expect(reading).rejects.toThrow('no longer wanted');
  });
});
