import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp, testConfig } from '../../../testing/test-app.ts';
import type { Config } from '../config.ts';
import { openDataDirectory } from '../data-directory/data-directory.ts';
import { registerErrors } from '../http/errors.ts';
import { registerOutbox } from './outbox.ts';

const link = 'http://127.0.0.1:3000/accounts/activate?uid=1&token=abc';

describe('without a mail server', () => {
  let product: TestApp;

  beforeAll(async () => {
    product = await createTestApp();
    await product.platform.mailer.send({
      to: 'reader@example.org',
      subject: 'Grüße & <b>news</b>',
      parts: [
        'Zażółć gęślą jaźń.',
        { label: 'Open <it>', url: link, pictures: [{ caption: '"><script>', url: link }] },
        { quote: '<script>alert(1)</script>\rsecond line' },
        { facts: [['Name', '"><img src=x>']] },
      ],
    });
    await product.waitForMail('reader@example.org');
  });
  afterAll(() => product.close());

  const get = (url: string, host = '127.0.0.1:3000') =>
    product.app.inject({ url, headers: { host } });
  const firstAddress = async () =>
    /href="(\/dev\/mail\/[0-9a-f][^"]+)"/.exec((await get('/dev/mail')).body)?.[1] ?? '';

  test('mail is kept as a file that its owner alone can read', async () => {
    const { outbox } = product.platform.dataDirectory;
    const [file = '', ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600);
    const source = await readFile(join(outbox, file), 'latin1');
    // A carriage return without a line feed, either plain or as quoted-printable.
    expect(source).not.toMatch(/\r(?!\n)|=0D(?!=0A)/);
    const [head = ''] = source.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Refugia <support@localhost>',
        'To: reader@example.org',
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  test('it says the same as text and as HTML, where nothing of it is markup', async () => {
    const email = await product.waitForMail('reader@example.org');
    expect(email.subject).toBe('Grüße & <b>news</b>');
    expect(email.text?.trimEnd()).toBe(
      [
        'Zażółć gęślą jaźń.',
        link,
        '> <script>alert(1)</script>\n> second line',
        'Name: "><img src=x>',
        '-- \nRefugia, http://127.0.0.1:3000\nQuestions? Write to support@localhost.',
      ].join('\n\n'),
    );
    expect(email.html).toContain('Zażółć gęślą jaźń.');
    expect(email.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(email.html).toContain('>Open &lt;it&gt;</a>');
    expect(email.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(email.html).toContain('&quot;&gt;&lt;img src=x&gt;');
    expect(email.html).not.toMatch(/<script|<b>/);
    expect(email.html?.match(/<img [^>]*>/g)).toEqual([
      expect.stringContaining(`src="${link.replace('&', '&amp;')}" alt="&quot;&gt;&lt;script&gt;"`),
    ]);
  });

  test('the list names it, and its page has links that can be followed', async () => {
    const list = await get('/dev/mail');
    expect(list.statusCode).toBe(200);
    expect(list.headers['content-type']).toContain('text/html');
    expect(list.headers['cache-control']).toBe('no-store');
    expect(list.body).toContain('reader@example.org');
    expect(list.body).not.toContain('<b>news</b>');
    // The date is written as people read it, such as "Nov 21, 2026, 5:57 AM".
    expect(list.body).toMatch(
      /<time datetime="20[^"]+Z">[A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d.[AP]M</u,
    );
    const page = await get(await firstAddress());
    expect(page.body).toContain('Zażółć gęślą jaźń.');
    expect(page.body).not.toMatch(/<b>news<\/b>|<script/);
    expect(page.body).toContain(`href="${link.replace('&', '&amp;')}"`);
  });

  test('the pages need no inline style or script, and the HTML stays in a sandbox', async () => {
    const address = await firstAddress();
    for (const url of ['/dev/mail', address]) {
      const { body } = await get(url);
      expect(body).not.toMatch(/<style|style=|<script|\son\w+=/);
      expect(body).toContain('<link rel="stylesheet" href="/dev/mail/style.css">');
    }
    expect((await get('/dev/mail/style.css')).headers['content-type']).toContain('text/css');
    expect((await get(address)).body).toMatch(
      new RegExp(`<iframe [^>]*src="${address}/html" sandbox="[^"]*"`),
    );
    const html = await get(`${address}/html`);
    expect(html.body).toContain('Zażółć gęślą jaźń.');
    const policy = String(html.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox (?!.*allow-(scripts|same-origin))/);
  });

  test.each(['localhost', '127.0.0.1:8080', '[::1]:3000'])('is shown to %s', async (host) => {
    expect((await get('/dev/mail', host)).statusCode).toBe(200);
  });

  test.each([
    'maps.example.org',
    '10.0.0.7:3000',
    'localhost.example.org',
    '127.0.0.1.example.org',
    'localhost:99999',
    '[',
  ])('is not there for %s', async (host) => {
    const address = await firstAddress();
    for (const url of ['/dev/mail', '/dev/mail/style.css', address, `${address}/html`]) {
      const reply = await get(url, host);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ code: 'not_found' });
    }
  });

  test.each(['..%2f..%2fsecret-key', 'nothing.eml', '00000000-0000-0000-0000-000000000000.eml'])(
    'no other file can be read by it: %s',
    async (name) => {
      for (const url of [`/dev/mail/${name}`, `/dev/mail/${name}/html`]) {
        const reply = await get(url);
        expect(reply.statusCode).toBe(404);
        expect(reply.json()).toMatchObject({ code: 'not_found' });
      }
    },
  );
});

/** An app of the outbox alone, and its folder, which goes with the test. */
async function createOutbox(changes: Partial<Config> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  registerErrors(app);
  const dataDirectory = await openDataDirectory(root);
  registerOutbox(app, { config: testConfig(changes), dataDirectory }, async () => []);
  const list = () => app.inject({ url: '/dev/mail', headers: { host: 'localhost' } });
  return { outbox: dataDirectory.outbox, list };
}

test('lists mails of the same second in the order in which they were written', async () => {
  const { outbox, list } = await createOutbox();
  await mkdir(outbox, { recursive: true });
  const write = async (digit: number, second: number) => {
    const file = join(outbox, `${digit}0000000-0000-0000-0000-000000000000.eml`);
    const head = `Date: Sat, 28 Nov 2026 12:00:00 +0000\r\nSubject: Mail ${digit}`;
    await writeFile(file, `${head}\r\n\r\nText\r\n`);
    await utimes(file, second, second);
  };
  await write(2, 1000.25);
  await write(3, 1000.75);
  await write(1, 1000.5);
  const { body } = await list();
  expect([...body.matchAll(/Mail (\d)/g)].map(([, digit]) => digit)).toEqual(['3', '1', '2']);
});

test.each([
  [200, {}],
  [404, { host: '0.0.0.0' }],
  [404, { publicUrl: 'https://maps.example.org' }],
  [404, { smtpUrl: 'smtp://127.0.0.1:1' }],
])('the outbox answers %i with %j', async (statusCode, changes) => {
  const { list } = await createOutbox(changes);
  expect((await list()).statusCode).toBe(statusCode);
});
