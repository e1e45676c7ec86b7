import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  type TestAccount,
  type TestApp,
  testConfig,
} from '../../../../testing/test-app.ts';
import { removeLeftPhotos, storePhoto } from './photo-store.ts';

let product: TestApp;
let user: TestAccount;

beforeAll(async () => {
  const { rateLimits } = testConfig();
  product = await createTestApp({
    config: {
      rateLimits: { ...rateLimits, photosPerHourPerAccount: 1000 },
    },
  });
  user = await product.registerAndLogin();
});
afterAll(() => product.close());

type Part = { name: string; content: Buffer | string; fileName?: string };

/** A form as a browser sends it (RFC 7578). */
function form(parts: readonly Part[]) {
  const boundary = 'x-boundary-x';
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, content, fileName }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
          fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/png`
        }\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

function send(parts: readonly Part[], options: { as?: TestAccount; username?: string } = {}) {
  const { as = user, username = as.username } = options;
  const { payload, headers } = form(parts);
  return product.app.inject({
    method: 'POST',
    url: `/api/accounts/useraccount?${new URLSearchParams({ username })}`,
    headers: { ...headers, ...as.headers },
    payload,
  });
}
const upload = (content: Buffer | string, fields: Record<string, string> = {}) =>
  send([
    ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    { name: 'file', content, fileName: 'me.png' },
  ]);
const fetchPhoto = (url: string) => product.app.inject({ url });
const storedPhotos = async () =>
  await readdir(join(product.platform.dataDirectory.storage, 'photos')).catch(() => []);

/** A picture whose left half is red and whose right half is blue. */
function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: { create: { ...half, background: '#f00' } }, left: 0, top: 0 },
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG (ISO/IEC 15948) whose header declares a size that its data doesn't have. */
function declaredPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s becomes a square WebP of 512 pixels without metadata',
    async (format) => {
      const picture = await halves(800, 600)
        .withExif({ IFD0: { Copyright: 'Somebody', ImageDescription: 'Where I live' } })
        .toFormat(format)
        .toBuffer();
      const reply = await upload(picture);
      expect(reply.statusCode).toBe(200);
      const { photo, username } = reply.json();
      expect(username).toBe(user.username);
      expect(photo).toMatch(/^\/media\/photos\/[\w-]{22}\.webp$/);

      const served = await fetchPhoto(photo);
      expect(served.statusCode).toBe(200);
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=86400, immutable',
        'x-content-type-options': 'nosniff',
      });
      const metadata = await sharp(served.rawPayload).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect(metadata.exif).toBeUndefined();
      expect(served.rawPayload.includes('Where I live')).toBe(false);
      const shown = await product.app.inject({
        url: `/api/accounts/public_account?username=${user.username}`,
      });
      expect(shown.json().photo).toBe(photo);
    },
  );

  test('takes the place of the one before, whose file goes', async () => {
    const picture = await halves(64, 64).png().toBuffer();
    const first = (await upload(picture)).json().photo;
    const second = (await upload(picture)).json().photo;
    expect(second).not.toBe(first);
    expect((await fetchPhoto(first)).statusCode).toBe(404);
    expect((await fetchPhoto(second)).statusCode).toBe(200);
    expect(await storedPhotos()).toHaveLength(1);
  });

  test('that a killed server left is swept, and one that somebody has stays', async () => {
    const picture = await halves(64, 64).png().toBuffer();
    const kept = (await upload(picture)).json().photo;
    const other = await product.registerAndLogin();
    const file = { name: 'file', content: picture, fileName: 'me.png' };
    const outlived = (await send([file], { as: other })).json().photo;
    // This happens when a process ends after the account's row was deleted, or before the photo is
    // assigned.
    const { pool } = product.platform.database;
    await pool.query('DELETE FROM account WHERE id = $1', [other.id]);
    const unassigned = await storePhoto(product.platform, picture);
    const statuses = () =>
      Promise.all(
        [kept, outlived, `/media/${unassigned}`].map(
          async (url) => (await fetchPhoto(url)).statusCode,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await removeLeftPhotos(product.platform);
    // A photo without a row may still be about to get one, so it is kept.
    expect(await statuses()).toEqual([200, 404, 200]);
    await pool.query("UPDATE removed_folder SET removed_at = removed_at - interval '1 hour'");
    await removeLeftPhotos(product.platform);
    expect(await statuses()).toEqual([200, 404, 404]);
  });

  test('is removed by a profile without it', async () => {
    const { photo } = (await upload(await halves(64, 64).png().toBuffer())).json();
    const profile = { first_name: 'Given', last_name: 'Family', organization: '', bio: '' };
    const put = (changes: object) =>
      product.app.inject({
        method: 'PUT',
        url: '/api/accounts/useraccount',
        headers: user.headers,
        payload: {
          ...profile,
          username: user.username,
          email: user.email,
          email_subscribed: false,
          ...changes,
        },
      });
    expect((await put({})).json().photo).toBe(photo);
    expect((await put({ photo })).json().photo).toBe(photo);
    expect((await put({ photo: null })).json().photo).toBeNull();
    expect((await fetchPhoto(photo)).statusCode).toBe(404);
    expect(await storedPhotos()).toEqual([]);
  });

  test('is not enlarged', async () => {
    const { photo } = (await upload(await halves(90, 60).jpeg().toBuffer())).json();
    const { rawPayload } = await fetchPhoto(photo);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 60, height: 60 });
  });

  /** Whether the pixel in the middle is 'red' or 'blue'. */
  async function middleOf(photo: string): Promise<string> {
    const { rawPayload } = await fetchPhoto(photo);
    const { channels } = await sharp(rawPayload)
      .extract({ left: 20, top: 20, width: 4, height: 4 })
      .stats();
    return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'red' : 'blue';
  }

  test('is cropped to the square that its owner chose', async () => {
    const picture = await halves(200, 100).png().toBuffer();
    const left = await upload(picture, { cropX: '10', cropY: '20', cropSize: '80' });
    expect(await middleOf(left.json().photo)).toBe('red');
    const right = await upload(picture, { cropX: '110', cropY: '0', cropSize: '80' });
    expect(await middleOf(right.json().photo)).toBe('blue');
  });

  test('is turned as its orientation says before it is cropped', async () => {
    // Exif orientation 6 means a quarter turn to the right, so that the left half is shown on top.
    const picture = await halves(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const top = await upload(picture, { cropX: '10', cropY: '10', cropSize: '80' });
    expect(await middleOf(top.json().photo)).toBe('red');
    const bottom = await upload(picture, { cropX: '10', cropY: '110', cropSize: '80' });
    expect(await middleOf(bottom.json().photo)).toBe('blue');
  });

  test.each([
    { cropX: '150', cropY: '0', cropSize: '80' },
    { cropX: '0', cropY: '0', cropSize: '0' },
    { cropX: '-1', cropY: '0', cropSize: '10' },
    { cropX: '1.5', cropY: '0', cropSize: '10' },
    { cropX: 'left', cropY: '0', cropSize: '10' },
    { cropX: '0', cropY: '0' },
    { cropSize: '1e9' },
  ])('cropped to %j is refused', async (fields) => {
    const reply = await upload(
      await halves(200, 100).png().toBuffer(),
      fields as Record<string, string>,
    );
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('photo_crop');
  });
});

describe('a file that is no photo', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const notPicture = 'This file is not a picture. Please choose a JPEG, PNG or WebP file.';
  test.each([
    ['a text', 'hello', notPicture],
    ['a page', '<html><script>alert(1)</script>', notPicture],
    ['an SVG with a script', svg, notPicture],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), notPicture],
    [
      'the beginning of a PNG',
      declaredPng(10, 10).subarray(0, 20),
      'This picture can not be read: its file is damaged. Please choose another.',
    ],
    [
      'a JPEG of noise',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]),
      'This picture can not be read: its file is damaged. Please choose another.',
    ],
    [
      'a PNG without its pixels',
      declaredPng(2000, 2000),
      'This picture can not be read: its file is damaged. Please choose another.',
    ],
    [
      'a small file that declares 30,000 × 30,000 pixels',
      declaredPng(30_000, 30_000),
      'This picture is 30000 × 30000 pixels large. Please choose one of at most 50 million pixels.',
    ],
  ])('%s is refused', async (_, content, sentence) => {
    const reply = await upload(content);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ error: sentence, fields: { file: sentence } });
  });

  test('an animated WebP is refused', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const reply = await upload(animated);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toBe(
      'This picture is animated. Please choose one that stands still.',
    );
  });

  test('a file of more than 1,000,000 bytes is refused, one of as many is looked at', async () => {
    const picture = await halves(64, 64).png().toBuffer();
    const padded = (bytes: number) =>
      Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect((await upload(padded(1_000_000))).statusCode).toBe(200);
    const reply = await upload(padded(1_000_001));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({
      error: 'Error: File size cannot be larger than 1 MB.',
      code: 'too_large',
    });
  });

  test.each([
    ['no file', []],
    ['an empty file', [{ name: 'file', content: '', fileName: 'me.png' }]],
    ['a file in another field', [{ name: 'photo', content: 'x', fileName: 'me.png' }]],
  ])('a form with %s is told so', async (_, parts) => {
    const reply = await send(parts);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ error: 'Please select a file before uploading.' });
  });

  test.each([
    ['two files', Array.from({ length: 2 }, () => ({ name: 'file', content: 'x', fileName: 'a' }))],
    ['many fields', Array.from({ length: 50 }, (_, at) => ({ name: `f${at}`, content: 'x' }))],
    ['a field named like a prototype', [{ name: '__proto__', content: 'x' }]],
  ])('a form with %s is refused', async (_, parts) => {
    const reply = await send(parts);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.json()).toHaveProperty('error');
  });

  test.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'torn'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntorn',
    ],
  ])('a body of %s that reads %j is refused', async (type, payload) => {
    const reply = await product.app.inject({
      method: 'POST',
      url: `/api/accounts/useraccount?username=${user.username}`,
      headers: { ...user.headers, 'content-type': type },
      payload,
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.json()).toHaveProperty('error');
  });

  test('nothing of what was refused is stored', async () => {
    await upload(svg);
    expect((await storedPhotos()).length).toBeLessThanOrEqual(1);
  });
});

test.each([
  '../../../secret-key',
  '..%2f..%2fsecret-key',
  'x.webp',
  `${'A'.repeat(22)}.webp`,
  `${'A'.repeat(22)}.png`,
  '%00',
])('the address %s is no photo', async (file) => {
  const reply = await fetchPhoto(`/media/photos/${file}`);
  expect(reply.statusCode).toBe(404);
});

test('the twenty-first photo of an hour of one account is refused', async () => {
  const limited = await createTestApp();
  try {
    const own = await limited.registerAndLogin();
    const { payload, headers } = form([{ name: 'file', content: 'x', fileName: 'a' }]);
    const attempt = () =>
      limited.app.inject({
        method: 'POST',
        url: `/api/accounts/useraccount?username=${own.username}`,
        headers: { ...headers, ...own.headers },
        payload,
      });
    for (let number = 1; number <= 20; number++) expect((await attempt()).statusCode).toBe(400);
    expect((await attempt()).statusCode).toBe(429);
  } finally {
    await limited.close();
  }
});
