import { describe, expect, test } from 'vitest';
import { memorySource, openTiff, readWindow } from '../index.ts';
import { wholeOldJpeg } from './old-jpeg.ts';

const decode = (text: string) => Buffer.from(text, 'base64');

/**
 * Files of 10 × 9 pixels in old-style JPEG (TIFF 6.0, section 22), put together byte by byte around what
 * libjpeg-turbo had compressed, and the red, green and blue planes that GDAL 3.6.2 reads from them.
 */
const files = {
  /** Two strips, with single tables. */
  tables: {
    file: decode(`
    SUkqALADAAD6U0Dw1BDCpKjpX5jisFKk9j47L81cGrs2f7Ltx2WvL98+4Wc6LU8A+q9P/wCPda+fzLqfkGH+IVvvH618a9z6ZbI/AAMC
    AgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRQDBAQFBAUJBQUJFA0LDRQU
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAwQEBQQFCQUFCRQNCw0UFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsAAwEBAQEBAQEBAQAAAAAA
    AAECAwQFBgcICQoLAAMBAQEBAQEBAQEAAAAAAAABAgMEBQYHCAkKCwACAQMDAgQDBQUEBAAAAX0BAgMABBEFEiExQQYTUWEHInEUMoGR
    oQgjQrHBFVLR8CQzYnKCCQoWFxgZGiUmJygpKjQ1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoOEhYaHiImKkpOU
    lZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4eLj5OXm5+jp6vHy8/T19vf4+foAAgECBAQDBAcFBAQAAQJ3
    AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm
    Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP0
    9fb3+Pn6AAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0QoWJDThJfEXGBkaJicoKSo1Njc4
    OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJ
    ytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+ggACAAIAAgAAAAwAAAAJwAAABsAAABMAAAAjAAAAMwAAAAMAQAAKAEAAEQBAABgAQAA
    EgIAAMQCAAAPAAABAwABAAAACgAAAAEBAwABAAAACQAAAAIBAwADAAAAdgMAAAMBAwABAAAABgAAAAYBAwABAAAABgAAABEBBAACAAAA
    fAMAABUBAwABAAAAAwAAABYBAwABAAAACAAAABcBBAACAAAAhAMAABwBAwABAAAAAQAAAAACAwABAAAAAQAAAAcCBAADAAAAjAMAAAgC
    BAADAAAAmAMAAAkCBAADAAAApAMAABICAwACAAAAAQABAAAAAAA=
    `),
    colours: decode(`
    gYqWnqezvsTN0YCLlp6os77FztB/iZWdp7O9w8vOf4iUnKWvusDGyoCJk5yiq7a7wcSAipOaoKevtby/foiRlZqgp6uxtX2EjpGUm6Gk
    qax/g4iNkZWanaGirbCztLa4uLazsbW4vL6/wMG/vLu/xMbIyszLysfGx8rO0dLV09HPzc3Q1dbZ29nX1dPR1trc3+Hf3NrY1Njc4OLj
    4uDd29XZ3eHj5OTh3dzT2N3h4uHh4d7bWFtfYWNmbG14eGNnaWttcHR1enpxdHd4eHt8fX19fYCBgX+AgIF+fomKi4mGhYWDgICWmJiU
    kI2LiYSEpaWkn5mUkpCGhq2vraahm5eUiIi7t7SwqqOdlpCM
    `),
  },
  /** One stream, which the strip and JPEGInterchangeFormat point to. */
  stream: {
    file: decode(`
    SUkqAKYCAAD/2P/gABBKRklGAAEBAAABAAEAAP/bAEMACAYGBwYFCAcHBwkJCAoMFA0MCwsMGRITDxQdGh8eHRocHCAkLicgIiwjHBwo
    NyksMDE0NDQfJzk9ODI8LjM0Mv/bAEMBCQkJDAsMGA0NGDIhHCEyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy
    MjIyMjIyMjIyMv/AABEIAAkACgMBEQACEQEDEQH/xAAfAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgv/xAC1EAACAQMDAgQDBQUE
    BAAAAX0BAgMABBEFEiExQQYTUWEHInEUMoGRoQgjQrHBFVLR8CQzYnKCCQoWFxgZGiUmJygpKjQ1Njc4OTpDREVGR0hJSlNUVVZXWFla
    Y2RlZmdoaWpzdHV2d3h5eoOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4eLj5OXm5+jp
    6vHy8/T19vf4+fr/xAAfAQADAQEBAQEBAQEBAAAAAAAAAQIDBAUGBwgJCgv/xAC1EQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFR
    B2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqC
    g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEA
    AhEDEQA/AO4tbNFQcCvFqUXFnn0MS0WfIT2rDU9JYsSL7gr1sQfOw3A9a887Uf/ZCAAIAAgADgAAAQMAAQAAAAoAAAABAQMAAQAAAAkA
    AAACAQMAAwAAAKACAAADAQMAAQAAAAYAAAAGAQMAAQAAAAYAAAARAQQAAQAAAAgAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAAkAAAAXAQQA
    AQAAAJgCAAAcAQMAAQAAAAEAAAAAAgMAAQAAAAEAAAABAgQAAQAAAAgAAAACAgQAAQAAAJgCAAASAgMAAgAAAAEAAQAAAAAA
    `),
    colours: decode(`
    f4aToKu1vsPOzoSMl6Out7/E0NCFjZekrrW+ws3OgYiTn6evt7rIyIGGkJqjqa+0wcKCh5GZoaissLu7gYmQmZ+kqa2zs4GGjpadoqao
    rq6AhIiLj5OYm6KhrLC1uLe2tra0tLW5v8HCwL/Avb3AxMnMzMvLysXEyMvR09PT09PNzc3R19na2dna1dTT19zf4N/g39zc1Njd4eHg
    4uHd3dPX3ODg3+Dg29vT2N3h4+Lh4d3cWVxfZGVqbnJ3d2NmaWttcXV5e3twcXR0dnh8fXx8fHx+fnx8f4J9fYyMi4iGhYWHgICbnJuW
    kY6Oj4WFqKiloZmWlZaHh6+uqqOdmZaVhoa3t7awqKGamI2M
    `),
  },
  /** One stream whose differences are shared by four pixels. */
  shared: {
    file: decode(`
    SUkqAJwCAAD/2P/gABBKRklGAAEBAAABAAEAAP/bAEMACAYGBwYFCAcHBwkJCAoMFA0MCwsMGRITDxQdGh8eHRocHCAkLicgIiwjHBwo
    NyksMDE0NDQfJzk9ODI8LjM0Mv/bAEMBCQkJDAsMGA0NGDIhHCEyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy
    MjIyMjIyMjIyMv/AABEIAAkACgMBIgACEQEDEQH/xAAfAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgv/xAC1EAACAQMDAgQDBQUE
    BAAAAX0BAgMABBEFEiExQQYTUWEHInEUMoGRoQgjQrHBFVLR8CQzYnKCCQoWFxgZGiUmJygpKjQ1Njc4OTpDREVGR0hJSlNUVVZXWFla
    Y2RlZmdoaWpzdHV2d3h5eoOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4eLj5OXm5+jp
    6vHy8/T19vf4+fr/xAAfAQADAQEBAQEBAQEBAAAAAAAAAQIDBAUGBwgJCgv/xAC1EQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFR
    B2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqC
    g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEA
    AhEDEQA/AO4tbNFQcCrPkJ7UkX3BQetePXpKErI8/D4qpGNj/9kIAAgACAAOAAABAwABAAAACgAAAAEBAwABAAAACQAAAAIBAwADAAAA
    lgIAAAMBAwABAAAABgAAAAYBAwABAAAABgAAABEBBAABAAAACAAAABUBAwABAAAAAwAAABYBAwABAAAACQAAABcBBAABAAAAjgIAABwB
    AwABAAAAAQAAAAACAwABAAAAAQAAAAECBAABAAAACAAAAAICBAABAAAAjgIAABICAwACAAAAAgACAAAAAAA=
    `),
    colours: decode(`
    en+Qlqeqvb/Ly4KHmJ2vscTG0dGCh5WbrrDBwsrKh4uan7GzxMXNzYGFkpalprW3v7+Gipebqaq5usLCfYKOkpydq6yxsX2BjZGbnKmq
    rq55fYeKk5OcnaKhr7S2vLi7t7m3t7e8vsPAwr7Avb3BxsjOyszJysbGxsrN0s3PzM3Jyc7S1dnX2NXX1NTT19re29zZ2tfX19zf4+Hi
    4OHd3dfb3uLg4d7f2trY3N/i4eHg4d3cVVphZ2hrbW9ycl1iaW5wcnR2eHhwdXl/f4GAgX9/dXl+g4KEg4SCgoqOkJSQkYyOiYmPk5WZ
    lJWQkYyMo6ilqaChmJmOjqOnpKifoJaXi4uwtK+ypaWXmIuK
    `),
  },
};

async function coloursOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { image } = await openTiff(memorySource(bytes));
  expect(image.colours).toMatchObject({ isRgb: true, alphaBand: 3 });
  const { width, height } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  expect(new Set(bands[3])).toEqual(new Set([255]));
  return Buffer.concat(bands.slice(0, 3) as Uint8Array[]);
}

describe('old-style JPEG', () => {
  test.each(['tables', 'stream'] as const)(
    '%s: each pixel has the colours of GDAL',
    async (name) => {
      const { file, colours } = files[name];
      expect(Array.from(await coloursOf(file))).toEqual(Array.from(colours));
    },
  );

  test('differences that pixels share are smoothed between them, where GDAL repeats them', async () => {
    const { file, colours } = files.shared;
    const read = await coloursOf(file);
    const away = Array.from(read, (value, index) => Math.abs(value - colours[index]!));
    expect(Math.max(...away)).toBeLessThanOrEqual(7);
  });

  // T.81, B.2.1: restart markers count from 0 to 7 and again, and a stream ends with its end marker.
  test('restarts are counted from 0 in each block, and what follows the end is left out', () => {
    const none = new Uint8Array(0);
    const parts = { tables: none, frame: new Uint8Array(10), scan: none };
    const block = Uint8Array.of(1, 0xff, 0, 0xff, 0xd5, 2, 0xff, 0xd6, 0xff, 0xd9, 9);
    const stream = wholeOldJpeg(block, parts, { width: 1, height: 1 });
    const codes = [1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xd1, 0xff, 0xd9];
    expect(Array.from(stream.subarray(-10))).toEqual(codes);
  });

  test('a stream in another form, or of other bands, is refused', async () => {
    const progressive = Uint8Array.from(files.stream.file);
    const frame = Buffer.from(progressive).indexOf(Uint8Array.of(0xff, 0xc0));
    progressive[frame + 1] = 0xc2;
    await expect(openTiff(memorySource(progressive))).rejects.toThrow(
      'Old-style JPEG is read in its baseline form alone.',
    );
    const single = Buffer.from(files.stream.file);
    // SamplesPerPixel, a short: 3 becomes 1.
    const entry = single.indexOf(Uint8Array.of(0x15, 1, 3, 0, 1, 0, 0, 0, 3));
    single[entry + 8] = 1;
    await expect(openTiff(memorySource(single))).rejects.toThrow(
      'Old-style JPEG is read with three bands of colours that lie together.',
    );
  });

  test('a damaged file is refused', async () => {
    for (const { file } of Object.values(files)) {
      const bytes = Uint8Array.from(file);
      bytes.fill(0xff, 8, 300);
      await expect(coloursOf(bytes)).rejects.toMatchObject({ name: 'TiffError' });
    }
  });
});
