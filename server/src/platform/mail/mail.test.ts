import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testConfig } from '../../../testing/test-app.ts';
import { openDataDirectory } from '../data-directory/data-directory.ts';
import { registerErrors } from '../http/errors.ts';
import { registerOutbox } from './outbox.ts';

describe('without a mail server', () => {
  let product: TestApp;

  beforeAll(async () => {
    product = await createTestApp();
    await product.platform.mailer.send({
      to: 'reader@example.org',
      subject: 'Grüße & <b>news</b>',
      text: 'Zażółć gęślą jaźń.\n\nhttp://127.0.0.1:3000/accounts/activate?uid=1&token=abc',
    });
    await product.waitForMail('reader@example.org');
  });
  afterAll(() => product.close());

  const get = (url: string, host = '127.0.0.1:3000') =>
    product.app.inject({ url, headers: { host } });

  test('mail is kept as a file that its owner alone can read', async () => {
    const { outbox } = product.platform.dataDirectory;
    const [file = '', ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600);
    const source = await readFile(join(outbox, file), 'latin1');
    expect(source).toMatch(/^From: Refugia <support@localhost>\r\n/);
    expect(source).toContain('\r\nTo: reader@example.org\r\n');
    const email = await product.waitForMail('reader@example.org');
    expect(email.subject).toBe('Grüße & <b>news</b>');
    expect(email.text).toContain('Zażółć gęślą jaźń.');
  });

  test('the list names it, and its page has links that can be followed', async () => {
    const list = await get('/dev/mail');
    expect(list.statusCode).toBe(200);
    expect(list.headers['content-type']).toContain('text/html');
    expect(list.body).toContain('reader@example.org');
    expect(list.body).not.toContain('<b>news</b>');
    const address = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)?.[1] ?? '';
    const page = await get(address);
    expect(page.body).toContain('Zażółć gęślą jaźń.');
    expect(page.body).not.toContain('<b>news</b>');
    const href = /href="(http:[^"]+)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&');
    expect(href).toBe('http://127.0.0.1:3000/accounts/activate?uid=1&token=abc');
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
    for (const url of ['/dev/mail', '/dev/mail/00000000-0000-0000-0000-000000000000.eml']) {
      const reply = await get(url, host);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ code: 'not_found' });
    }
  });

  test.each(['..%2f..%2fsecret-key', 'nothing.eml', '00000000-0000-0000-0000-000000000000.eml'])(
    'no other file can be read by it: %s',
    async (name) => {
      const reply = await get(`/dev/mail/${name}`);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
    },
  );
});

test.each([
  [200, {}],
  [404, { host: '0.0.0.0' }],
  [404, { publicUrl: 'https://maps.example.org' }],
  [404, { smtpUrl: 'smtp://127.0.0.1:1' }],
])('the outbox answers %i with %j', async (statusCode, changes) => {
  const root = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  registerErrors(app);
  registerOutbox(app, {
    config: testConfig(changes),
    dataDirectory: await openDataDirectory(root),
  });
  const reply = await app.inject({ url: '/dev/mail', headers: { host: 'localhost' } });
  expect(reply.statusCode).toBe(statusCode);
  await rm(root, { recursive: true });
});

/** As much of RFC 5321's server side as one message needs; hands over what it was given. */
async function startMailServer() {
  const received = Promise.withResolvers<string>();
  const server = createServer((socket: Socket) => {
    let isData = false;
    let data = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      data += chunk;
      if (isData) {
        if (!data.endsWith('\r\n.\r\n')) return;
        received.resolve(data);
        isData = false;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(data)) {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(data)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
      data = '';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: received.promise,
    close: () => server.close(),
  };
}

test('with a mail server it goes there, and nothing is kept', async () => {
  const server = await startMailServer();
  const product = await createTestApp({ config: { smtpUrl: server.url } });
  await product.platform.mailer.send({ to: 'x@example.org', subject: 'Hello', text: 'By wire.' });
  const source = await server.received;
  expect(source).toContain('Subject: Hello\r\n');
  expect(source).toContain('By wire.');
  expect(await readdir(product.platform.dataDirectory.outbox)).toEqual([]);
  await product.close();
  server.close();
});
