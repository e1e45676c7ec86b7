import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  type TestAccount,
  type TestApp,
} from '../../../testing/test-app.ts';
import { betaTester, contactMessage } from '../../platform/database/schema/index.ts';

let product: TestApp;
let member: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  member = await product.registerAndLogin('member');
  other = await product.registerAndLogin('other');
});
afterAll(() => product.close());

/** Mails to the support address whose subject holds a text. */
async function supportMails(text: string) {
  const { outbox } = product.platform.dataDirectory;
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
  const sources = await Promise.all(files.map((file) => readFile(join(outbox, file))));
  const mails = await Promise.all(sources.map((source) => PostalMime.parse(source)));
  return mails
    .map((mail, index) => ({ mail, source: String(sources[index]) }))
    .filter(({ mail }) => mail.to?.[0]?.address === 'support@localhost')
    .filter(({ mail }) => mail.subject?.includes(text));
}

async function supportMail(text: string) {
  await expect.poll(async () => (await supportMails(text)).length).toBe(1);
  const [found] = await supportMails(text);
  if (!found) throw new Error(`no mail about ${text}`);
  return found;
}

const letter = (changes: Record<string, unknown> = {}) => ({
  email: 'writer@example.org',
  firstName: 'Given',
  lastName: 'Family',
  message: 'Where do I begin?',
  subject: 'Providing feedback',
  ...changes,
});

const write = (
  payload: object,
  headers: Record<string, string> = {},
  remoteAddress = freshAddress(),
) =>
  product.app.inject({
    method: 'POST',
    url: '/api/accounts/contact',
    payload,
    headers,
    remoteAddress,
  });

describe('the contact form', () => {
  test('what a visitor writes is stored and mailed to the support address', async () => {
    const message = '  Two lines,\nand <b>no markup</b>.  ';
    const reply = await write(
      letter({
        email: ' Writer@example.org ',
        firstName: ' Ana-María ',
        lastName: 'Visitor',
        message,
      }),
    );
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'Writer@example.org',
      firstName: 'Ana-María',
      lastName: 'Visitor',
      message,
      subject: 'Providing feedback',
    });
    const stored = await product.platform.database.orm.select().from(contactMessage);
    expect(stored.filter(({ lastName }) => lastName === 'Visitor')).toEqual([
      expect.objectContaining({ accountId: null, message, email: 'Writer@example.org' }),
    ]);
    const { mail } = await supportMail('message from Ana-María Visitor');
    expect(mail.subject).toBe('Providing feedback: message from Ana-María Visitor');
    expect(mail.from?.address).toBe('support@localhost');
    expect(mail.replyTo).toEqual([
      expect.objectContaining({ name: 'Ana-María Visitor', address: 'Writer@example.org' }),
    ]);
    expect(mail.text).toContain('>   Two lines,\n> and <b>no markup</b>.');
    expect(mail.text).toContain('Account: not logged in');
    expect(mail.html).toContain('&lt;b&gt;no markup&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
  });

  test('who is logged in is named, and a log-in that ended does not keep anybody from writing', async () => {
    expect((await write(letter({ lastName: 'Insider' }), member.headers)).statusCode).toBe(201);
    const { mail } = await supportMail('from Given Insider');
    expect(mail.text).toContain('Account: member (member@example.org)');
    const ended = await write(letter({ lastName: 'Outsider' }), { authorization: 'JWT ended' });
    expect(ended.statusCode).toBe(201);
  });

  test('without a subject it is the first one', async () => {
    const { subject: _, ...rest } = letter();
    expect((await write(rest)).json()).toMatchObject({ subject: 'Reaching out' });
  });

  test.each(['Reaching out', 'Providing feedback', 'Reporting a bug', 'Other'])(
    'may be about: %s',
    async (subject) => {
      const reply = await write(letter({ subject, email: `${subject.length}@example.org` }));
      expect(reply.statusCode).toBe(201);
    },
  );

  const nameFormat =
    'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.';
  test.each([
    [{ email: '' }, 'email', 'This is required.'],
    [{ email: undefined }, 'email', 'This is required.'],
    [{ email: 'nobody' }, 'email', 'Email requires the standard email format.'],
    [
      { email: 'a@b.c\r\nBcc: x@example.org' },
      'email',
      'Email requires the standard email format.',
    ],
    [
      { email: `${'a'.repeat(40)}@example.org` },
      'email',
      'Email requires the standard email format.',
    ],
    [{ firstName: ' ' }, 'firstName', 'This is required.'],
    [{ firstName: 'A\r\nBcc: x@example.org' }, 'firstName', nameFormat],
    [{ lastName: '1st' }, 'lastName', nameFormat],
    [{ lastName: 'x'.repeat(51) }, 'lastName', nameFormat],
    [{ message: '' }, 'message', 'This is required.'],
    [{ message: ' \n ' }, 'message', 'This is required.'],
    [{ message: null }, 'message', 'This is required.'],
  ])('%j is refused', async (changes, field, message) => {
    const reply = await write(letter(changes));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ error: message, code: 'invalid', fields: { [field]: message } });
  });

  test('a message may have 3000 characters and no more', async () => {
    expect((await write(letter({ message: 'x'.repeat(3000) }))).statusCode).toBe(201);
    const reply = await write(letter({ message: 'x'.repeat(3001) }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields).toEqual({
      message: 'This must have at most 3000 characters.',
    });
  });

  test('a subject of one’s own is refused', async () => {
    const reply = await write(letter({ subject: 'Other\r\nBcc: victim@example.org' }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields).toEqual({
      subject: 'This must be one of: Reaching out, Providing feedback, Reporting a bug, Other.',
    });
  });

  test('a zero character, which no text can hold, is refused', async () => {
    expect((await write(letter({ message: 'a\0b' }))).statusCode).toBe(400);
  });

  test('nothing that is written becomes a header of the mail', async () => {
    const message = 'x\r\nBcc: victim@example.org\r\n\r\n.\r\nMAIL FROM:<a@b.c>';
    await write(letter({ lastName: "O'Header, Jr.", message, email: 'injector@example.org' }));
    const { mail, source } = await supportMail("O'Header, Jr.");
    const head = source.slice(0, source.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^bcc:|victim|^MAIL/im);
    expect(mail.to).toHaveLength(1);
    expect(mail.replyTo).toEqual([
      expect.objectContaining({ name: "Given O'Header, Jr.", address: 'injector@example.org' }),
    ]);
  });

  test('one network address may send ten an hour', async () => {
    const from = freshAddress();
    for (let count = 0; count < 10; count++) {
      expect(
        (await write(letter({ email: `from${count}@example.org` }), {}, from)).statusCode,
      ).toBe(201);
    }
    const refused = await write(letter({ email: 'from10@example.org' }), {}, from);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('one account may send five an hour, from wherever', async () => {
    for (let count = 0; count < 5; count++) {
      expect((await write(letter(), other.headers)).statusCode).toBe(201);
    }
    expect((await write(letter(), other.headers)).statusCode).toBe(429);
  });

  test('visitors can not use up what people whose address they type may send', async () => {
    for (let count = 0; count < 6; count++) {
      expect((await write(letter({ email: 'busy@example.org' }))).statusCode).toBe(201);
    }
  });
});

const preferences = (changes: { programOptions?: object; apps?: object } = {}) => ({
  programOptions: {
    onlineSurveysQuestionnaires: true,
    remoteInterviews: false,
    remoteAppsTesting: true,
    ...changes.programOptions,
  },
  apps: { collaborativeMapper: false, habitatPatrol: true, ...changes.apps },
});

const signUp = (payload: unknown, id: string | number, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url: `/api/accounts/beta_testing?id=${id}`,
    payload: payload as object,
    headers,
    remoteAddress: freshAddress(),
  });

describe('beta testing', () => {
  test('preferences are kept, the latest only, and mailed to the support address', async () => {
    const first = await signUp(preferences(), member.id, member.headers);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual(preferences());
    const { mail } = await supportMail('Beta testing: member');
    expect(mail.text).toContain('Program: Online Surveys & Questionnaires, Remote Apps Testing\n');
    expect(mail.text).toContain('Apps: Habitat Patrol\n');
    expect(mail.replyTo?.[0]?.address).toBe('member@example.org');

    const changed = preferences({ programOptions: { remoteInterviews: true } });
    expect((await signUp(changed, member.id, member.headers)).statusCode).toBe(200);
    const kept = await product.platform.database.orm.select().from(betaTester);
    expect(kept.map(({ accountId, preferences }) => ({ accountId, preferences }))).toEqual([
      { accountId: member.id, preferences: changed },
    ]);
  });

  const incomplete =
    'You must select at least one Program Option and one App to sign up for beta testing.  Beta testing preferences not updated.';
  test.each([
    [
      'no program option',
      {
        programOptions: { onlineSurveysQuestionnaires: false, remoteAppsTesting: false },
      },
    ],
    ['no app', { apps: { habitatPatrol: false } }],
  ])('%s is not enough, and changes nothing', async (_, changes) => {
    const before = await product.platform.database.orm.select().from(betaTester);
    const reply = await signUp(preferences(changes), member.id, member.headers);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ error: incomplete, code: 'invalid' });
    expect(await product.platform.database.orm.select().from(betaTester)).toEqual(before);
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a group that is missing', { programOptions: preferences().programOptions }],
    ['a box that is missing', { ...preferences(), apps: { habitatPatrol: true } }],
    ['a box that is no boolean', preferences({ apps: { habitatPatrol: 'true' } })],
  ])('%s is refused', async (_, payload) => {
    const reply = await signUp(payload, other.id, other.headers);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
  });

  test.each([
    ['a visitor', {}],
    ['a forged log-in', { authorization: 'JWT forged' }],
  ])('%s is asked to log in, whatever the form holds', async (_, headers) => {
    for (const payload of [preferences(), {}]) {
      const reply = await signUp(payload, member.id, headers as Record<string, string>);
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ code: 'not_authenticated' });
    }
  });

  test('somebody else’s account is not theirs to sign up', async () => {
    for (const payload of [preferences(), {}]) {
      const reply = await signUp(payload, member.id, other.headers);
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ code: 'not_yours' });
    }
  });

  test.each(['', 'abc', '1&id=2', '9'.repeat(30)])(
    '?id=%s names no account of one’s own',
    async (id) => {
      const reply = await signUp(preferences(), id, other.headers);
      expect([400, 403]).toContain(reply.statusCode);
      expect(reply.json()).toMatchObject({ code: expect.any(String) });
    },
  );

  test('five changes an hour are enough', async () => {
    const busy = await product.registerAndLogin();
    for (let count = 0; count < 5; count++) {
      expect((await signUp(preferences(), busy.id, busy.headers)).statusCode).toBe(200);
    }
    expect((await signUp(preferences(), busy.id, busy.headers)).statusCode).toBe(429);
  });
});
