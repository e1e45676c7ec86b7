import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createLog } from '../log.ts';

/** The error of a refusal with this reply. */
function answer(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode });
}

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Starts a real mail server on a free port, which records what it accepts. */
async function startMailServer(options: SMTPServerOptions = {}, host = '127.0.0.1', port = 0) {
  const taken: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream: Readable, _session, done) => {
      taken.push(await PostalMime.parse(await buffer(stream)));
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  const sockets: Socket[] = [];
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  opened.push(close);
  const address = server.server.address();
  const listens = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { taken, port: listens, url: `smtp://${host}:${listens}`, close, cut };
}

async function createProduct(smtpUrl: string) {
  const logged: string[] = [];
  const product = await createTestApp({
    config: { smtpUrl, publicUrl: 'https://maps.example.org' },
    log: createLog('warn', { write: (line) => void logged.push(line) }),
  });
  opened.push(() => product.close());
  return { product, logged };
}

const letter = (to = 'reader@example.org') => ({
  to,
  subject: 'Hello',
  parts: ['By wire.', { label: 'Open', url: 'https://maps.example.org/?token=secret-token' }],
});

const undelivered = ({ platform }: TestApp) => platform.mailer.listUndelivered();
/** Waits until the only message has had a failed attempt. */
async function untilPostponed(product: TestApp, attempts = 1) {
  await expect.poll(async () => (await undelivered(product))[0]?.attempts).toBe(attempts);
  const [mail] = await undelivered(product);
  if (!mail) throw new Error('no mail waits');
  return mail;
}

test('mail goes to the server as text and HTML, and nothing of it is kept', async () => {
  const server = await startMailServer();
  const { product } = await createProduct(server.url);
  await product.platform.mailer.send({
    ...letter(),
    replyTo: { name: 'Ada, "the" \r\nBcc: x@example.org', address: 'ada@example.org' },
  });
  await expect.poll(() => server.taken).toHaveLength(1);
  const [mail] = server.taken;
  expect(mail?.subject).toBe('Hello');
  expect(mail?.text).toContain('By wire.');
  expect(mail?.html).toContain('By wire.</p>');
  expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@maps\.example\.org>$/);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.replyTo?.map(({ address }) => address)).toEqual(['ada@example.org']);
  await expect.poll(() => undelivered(product)).toEqual([]);
  expect(await readdir(product.platform.dataDirectory.outbox)).toEqual([]);
});

test('mail that is part of what did not happen does not go out', async () => {
  const server = await startMailServer();
  const { product } = await createProduct(server.url);
  const { database, mailer } = product.platform;
  await database.orm
    .transaction(async (transaction) => {
      await mailer.send(letter('lost@example.org'), transaction);
      throw new Error('on purpose');
    })
    .catch(() => {});
  await mailer.send(letter('kept@example.org'));
  await expect.poll(() => server.taken).toHaveLength(1);
  expect(server.taken[0]?.to?.[0]?.address).toBe('kept@example.org');
  await expect.poll(() => undelivered(product)).toEqual([]);
});

test('a server that is down loses nothing: the mail goes when it is back', async () => {
  const { port, close } = await startMailServer();
  await close();
  const { product, logged } = await createProduct(`smtp://127.0.0.1:${port}`);
  await product.platform.mailer.send(letter());
  expect(await untilPostponed(product)).toMatchObject({
    to: 'reader@example.org',
    subject: 'Hello',
    failedAt: null,
    lastError: expect.stringContaining('ECONNREFUSED'),
  });
  const server = await startMailServer({}, '127.0.0.1', port);
  expect(await product.platform.mailer.retry()).toBe(0);
  await expect.poll(() => server.taken).toHaveLength(1);
  await expect.poll(() => undelivered(product)).toEqual([]);
  expect(logged.join('')).toContain('mail waits: connect ECONNREFUSED');
  expect(logged.join('')).not.toMatch(/secret-token|reader@|"stack"/);
});

test('what the server says may go later is tried again', async () => {
  let asked = 0;
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) => {
      asked++;
      done(asked === 1 ? answer(451, 'Greylisted, try again') : null);
    },
  });
  const { product } = await createProduct(server.url);
  await product.platform.mailer.send(letter());
  expect((await untilPostponed(product)).lastError).toContain('451 Greylisted');
  await product.platform.mailer.retry();
  await expect.poll(() => server.taken).toHaveLength(1);
});

test.each(['RCPT', 'DATA'])(
  'what the server refuses for good at %s is given up, shown, and can be tried again',
  async (stage) => {
    let isRefusing = true;
    const refusal = answer(550, '5.1.1 <reader@example.org> no such user here');
    const taken: Email[] = [];
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(isRefusing && stage === 'RCPT' ? refusal : null),
      onData: async (stream: Readable, _session, done) => {
        const mail = await PostalMime.parse(await buffer(stream));
        if (isRefusing) return done(refusal);
        taken.push(mail);
        done();
      },
    });
    const { product, logged } = await createProduct(server.url);
    const { mailer } = product.platform;
    await mailer.send(letter());
    const mail = await untilPostponed(product);
    expect(mail.failedAt).toBeInstanceOf(Date);
    expect(mail.lastError).toMatch(/550 5\.1\.1 <…> no such user here/);
    expect(logged.join('')).toContain('mail not delivered');
    expect(logged.join('')).not.toMatch(/secret-token|reader@/);
    isRefusing = false;
    expect(await mailer.retry()).toBe(1);
    await expect.poll(() => taken).toHaveLength(1);
    await expect.poll(() => undelivered(product)).toEqual([]);
    expect(await mailer.discard(mail.id)).toBe(false);
  },
);

test('a connection that is cut in the middle is tried again under the same Message-ID', async () => {
  const ids: (string | undefined)[] = [];
  const server = await startMailServer({
    onData: async (stream: Readable, _session, done) => {
      const mail = await PostalMime.parse(await buffer(stream));
      ids.push(mail.messageId);
      if (ids.length > 1) return done();
      // The server has received the whole message, but its answer never arrives.
      server.cut();
    },
  });
  const { product } = await createProduct(server.url);
  await product.platform.mailer.send(letter());
  expect((await untilPostponed(product)).failedAt).toBeNull();
  await product.platform.mailer.retry();
  await expect.poll(() => ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  await expect.poll(() => undelivered(product)).toEqual([]);
});

const credentials: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'post@house' && password === 'p@ss/word'
      ? done(null, { user: username })
      : done(answer(535, `5.7.8 authentication failed for ${username} ${password}`)),
};

test('a server that asks for a password is given the one of SMTP_URL', async () => {
  const server = await startMailServer(credentials);
  const login = `${encodeURIComponent('post@house')}:${encodeURIComponent('p@ss/word')}`;
  const { product } = await createProduct(`smtp://${login}@127.0.0.1:${server.port}`);
  await product.platform.mailer.send(letter());
  await expect.poll(() => server.taken).toHaveLength(1);
});

test('a wrong password keeps the mail waiting, and is said nowhere', async () => {
  const server = await startMailServer(credentials);
  const { product, logged } = await createProduct(
    `smtp://poster:wrong-secret@127.0.0.1:${server.port}`,
  );
  await product.platform.mailer.send(letter());
  const mail = await untilPostponed(product);
  expect(mail.failedAt).toBeNull();
  expect(mail.lastError).toBe('the log-in was refused: 535');
  expect(mail.lastError + logged.join('')).not.toContain('wrong-secret');
});

test.each([
  ['smtps', { secure: true }],
  ['smtp', { disabledCommands: [] }],
])('%s is encrypted where the server can', async (scheme, options) => {
  let isSecure: boolean | undefined;
  const server = await startMailServer({
    ...options,
    onMailFrom: (_address, session, done) => {
      isSecure = session.secure;
      done();
    },
  });
  const { product } = await createProduct(
    `${scheme}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`,
  );
  await product.platform.mailer.send(letter());
  await expect.poll(() => server.taken).toHaveLength(1);
  expect(isSecure).toBe(true);
});

test('a server whose certificate nobody vouches for gets nothing', async () => {
  const server = await startMailServer({ secure: true });
  const { product } = await createProduct(`smtps://127.0.0.1:${server.port}`);
  await product.platform.mailer.send(letter());
  expect((await untilPostponed(product)).lastError).toMatch(/certificate/i);
  expect(server.taken).toEqual([]);
});

const outerAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test.skipIf(!outerAddress)(
  'a password goes to another machine encrypted or not at all',
  async () => {
    let wasAsked = false;
    const server = await startMailServer(
      {
        ...credentials,
        onAuth: (_auth, _session, done) => {
          wasAsked = true;
          done(null, { user: 'anybody' });
        },
      },
      outerAddress,
    );
    const { product } = await createProduct(`smtp://user:secret@${outerAddress}:${server.port}`);
    await product.platform.mailer.send(letter());
    expect((await untilPostponed(product)).lastError).toMatch(/STARTTLS/);
    expect(wasAsked).toBe(false);
  },
);
