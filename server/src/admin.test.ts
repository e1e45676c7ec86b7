import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Species } from '@refugia/contract/species.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcesses, kill, type RunningServer } from '../testing/processes.ts';
import { callRunning } from '../testing/running-maps.ts';
import { signUpOf, testPassword } from '../testing/sign-up.ts';

const processes = createProcesses();
let dataDirectory: string;
let server: RunningServer;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-test-'));
});
afterAll(async () => {
  await processes.close(dataDirectory);
});

const environment = () => ({ DATA_DIR: dataDirectory, APP_TESTERS: 'first_tester,2nd' });
async function admin(args: string, changes: Record<string, string> = {}) {
  const words = args.split(' ').filter(Boolean);
  return await processes.runToEnd('admin.ts', { ...environment(), ...changes }, words);
}

const call = (path: string, { body, token }: { body?: object; token?: string } = {}) =>
  callRunning(server.address, path, {
    method: body ? 'POST' : 'GET',
    as: token === undefined ? undefined : { token },
    body,
  });

const register = (username: string) => call('/api/accounts/register', { body: signUpOf(username) });
const logIn = async (username: string, password = testPassword): Promise<string> =>
  (await call('/token-auth/', { body: { username, password } })).body.token;
const current = async (token: string) => (await call('/api/accounts/useraccount', { token })).body;

test('without an installation nothing is made, and a sentence says what to do', async () => {
  const { code, lines } = await admin('users');
  expect(code).toBe(1);
  expect(lines).toEqual([
    `There is no installation in ${dataDirectory}: set DATA_DIR to the server's, or start the server once.`,
  ]);
  expect(await readdir(dataDirectory)).toEqual([]);
});

test('the usage is shown, and told to whoever is not understood', async () => {
  const help = await admin('--help');
  expect(help.code).toBe(0);
  expect(help.lines[0]).toBe('Usage: npm run admin -- COMMAND');
  const wrong = await admin('nonsense');
  expect(wrong.code).toBe(1);
  expect(wrong.lines).toContain('Usage: npm run admin -- COMMAND');
});

describe('beside a running server', () => {
  beforeAll(async () => {
    server = await processes.startServer(environment());
    expect((await register('member')).status).toBe(201);
  });

  test('the socket is its owner’s alone', async () => {
    expect((await stat(join(dataDirectory, 'admin.sock'))).mode & 0o777).toBe(0o600);
  });

  test('accounts are listed, as a table and as JSON', async () => {
    const table = await admin('users');
    expect(table.code).toBe(0);
    expect(table.lines).toEqual([
      expect.stringMatching(/^id +username +email +state +since$/),
      expect.stringMatching(/^1 +member +member@example\.org +not activated +20\d\d-\d\d-\d\d$/),
    ]);
    const { lines } = await admin('users --json');
    expect(JSON.parse(lines.join('\n'))).toEqual([
      expect.objectContaining({ username: 'member', isActivated: false, isTester: false }),
    ]);
  });

  test('an account is activated', async () => {
    expect(await current(await logIn('member'))).toMatchObject({ anonymous: true });
    expect((await admin('activate member')).lines).toEqual(['The account "member" is active now.']);
    expect(await current(await logIn('member'))).toMatchObject({ anonymous: false });
    expect((await admin('activate member')).lines).toEqual([
      'The account "member" was active already.',
    ]);
    const unknown = await admin('activate Member');
    expect(unknown.code).toBe(1);
    expect(unknown.lines[0]).toContain('There is no account "Member" (capitals count)');
  });

  test('critical habitat is taken from a file', async () => {
    const coordinates = [
      [
        [-76, 35],
        [-75, 35],
        [-75, 36],
        [-76, 35],
      ],
    ];
    const feature = (sciname: string) => ({
      type: 'Feature',
      properties: { sciname },
      geometry: { type: 'Polygon', coordinates },
    });
    const features = [feature('Canis rufus'), feature('Sasquatch americanus')];
    const file = join(dataDirectory, 'habitat.geojson');
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
    const imported = await admin(`habitat ${file} --source survey`);
    expect(imported.code).toBe(0);
    expect(imported.lines[0]).toBe('Imported 1 shape of 1 species.');
    expect(imported.lines.at(-1)).toBe(
      'Left out, as no one species of the list has this name: Sasquatch americanus.',
    );
    const list = (await call('/api/species')).body as Species[];
    expect(list.find(({ speciesID }) => speciesID === 37)?.searches).toEqual([
      'species_range',
      'critical_habitat',
    ]);
    const missing = await admin('habitat nowhere.geojson');
    expect(missing.code).toBe(1);
    expect(missing.lines[0]).toContain("nowhere.geojson can't be read");
  });

  test('a tester’s name, which nobody can sign up with, is given out by a link', async () => {
    expect((await register('first_tester')).status).toBe(409);
    expect((await admin('tester member')).lines).toEqual([
      '"member" is not one of APP_TESTERS, which are: first_tester, 2nd.',
    ]);
    expect((await admin('tester first_tester')).lines).toEqual([
      'There is no account "first_tester" yet: add --email ADDRESS, and it is made.',
    ]);
    expect((await admin('tester first_tester --email member@example.org')).lines).toEqual([
      'Another account has the email "member@example.org".',
    ]);
    expect((await admin('tester 2nd --email second@example.org')).lines[0]).toContain(
      `can't be a username`,
    );
    const made = await admin('tester FIRST_tester --email tester@example.org');
    expect(made.code).toBe(0);
    expect(made.lines[0]).toBe(
      'The account "first_tester" was made. This link sets its password, once, within an hour:',
    );
    const link = new URL(made.lines[1] ?? '');
    expect(link.href).toContain(`${server.address}/accounts/passwordreset?token=`);
    const reset = { ...Object.fromEntries(link.searchParams), password: 'Another-Horse-8' };
    expect((await call('/api/accounts/pass_reset', { body: reset })).status).toBe(200);
    expect((await call('/api/accounts/pass_reset', { body: reset })).status).toBe(401);
    expect(await current(await logIn('first_tester', 'Another-Horse-8'))).toMatchObject({
      anonymous: false,
      is_app_tester: true,
      email: 'tester@example.org',
    });
    const again = await admin('tester first_tester');
    expect(again.lines[0]).toBe('This link sets its password, once, within an hour:');
    expect(await logIn('first_tester', 'Another-Horse-8')).toBeTruthy();
  });

  test('everything about a person is written to a file that its owner alone can read', async () => {
    await call('/api/accounts/contact', {
      token: await logIn('member'),
      body: {
        email: 'member@example.org',
        firstName: 'Given',
        lastName: 'Family',
        message: 'Hello there.',
      },
    });
    const file = join(dataDirectory, 'member.json');
    expect((await admin(`export member --out ${file}`)).lines).toEqual([
      `Everything that is kept about "member" is in ${file}, which you alone can read.`,
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const exported = JSON.parse(await readFile(file, 'utf8'));
    expect(exported).toMatchObject({
      account: { username: 'member', email: 'member@example.org' },
      contact_messages: [{ message: 'Hello there.', subject: 'Reaching out' }],
      beta_testing: null,
    });
    expect(JSON.stringify(exported)).not.toContain('argon2');
    const again = await admin(`export member --out ${file}`);
    expect(again.code).toBe(1);
    expect(again.lines[0]).toContain('it is there already');
    const { lines } = await admin('export member --out -');
    expect(JSON.parse(lines.join('\n')).account).toEqual(exported.account);
  });

  test('an account is deleted when that is confirmed', async () => {
    const asked = await admin('delete member');
    expect(asked.code).toBe(1);
    expect(asked.lines.join('\n')).toContain('contact messages: 1');
    expect(asked.lines.at(-1)).toBe(
      'Nothing was deleted: add --yes to delete without being asked.',
    );
    const token = await logIn('member');
    expect((await admin('delete member --yes')).lines).toEqual([
      'The account "member" is deleted.',
    ]);
    expect((await call('/api/accounts/useraccount', { token })).status).toBe(401);
    const usernames = (await admin('users')).lines.map((line) => line.split(/ +/)[1]);
    expect(usernames).toEqual(['username', 'first_tester']);
  });

  test('who has another key is refused', async () => {
    const { code, lines } = await admin('users', { SECRET_KEY: 'another key'.repeat(4) });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('The running server has another secret key')]);
  });
});

describe('without a running server', () => {
  beforeAll(() => kill(server.child));

  test('it works on the database itself', async () => {
    const { code, lines } = await admin('users --json');
    expect(code).toBe(0);
    expect(JSON.parse(lines.join('\n'))).toEqual([
      expect.objectContaining({ username: 'first_tester', isActivated: true, isTester: true }),
    ]);
  });

  test('mail that waits is listed, and goes out at the next start', async () => {
    // The server may have been killed before it sent the mail. The mail is not lost.
    await processes.runToEnd('admin.ts', environment(), ['delete', 'first_tester', '--yes']);
    const waiting = await admin('mail --json');
    expect(JSON.parse(waiting.lines.join('\n'))).toContainEqual(
      expect.objectContaining({ to: 'tester@example.org', attempts: 0, failedAt: null }),
    );
    server = await processes.startServer(environment());
    const outbox = join(dataDirectory, 'outbox');
    const addressees = async () => {
      const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
      const mails = files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file))));
      return (await Promise.all(mails)).map(({ to }) => to?.[0]?.address);
    };
    await expect.poll(addressees).toContain('tester@example.org');
    await expect
      .poll(async () => (await admin('mail')).lines)
      .toEqual(['Every mail was delivered.']);
  });
});
