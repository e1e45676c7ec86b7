import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kill, removeWorkedIn } from '../../../testing/processes.ts';
import { inspectCluster, openDataDirectory, readOwnSecretKey } from './data-directory.ts';
import { claimDirectory, DirectoryHeldError, socketPathOf } from './single-process.ts';

let root: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'refugia-test-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await removeWorkedIn(root);
});

const self = {
  pid: process.pid,
  address: 'http://127.0.0.1:1',
  startedAt: '2026-01-01T00:00:00.000Z',
};

/** Starts a process that claims the directory. Its first line of output says whether it succeeded. */
async function startClaimant(directory: string): Promise<{ child: ChildProcess; said: string }> {
  const module = join(import.meta.dirname, 'single-process.ts');
  const script = `
    const { claimDirectory } = await import(${JSON.stringify(module)});
    await claimDirectory(${JSON.stringify(directory)}, () => ({ pid: process.pid, address: 'http://there', startedAt: 'then' }))
      .then(() => console.log('claimed'), (error) => console.log(error.message));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = await once(child.stdout!, 'data');
  return { child, said: String(chunk).trim() };
}

describe('claiming a directory', () => {
  test('a second claim is refused with what the first says of itself', async () => {
    const claim = await claimDirectory(root, () => self);
    const second = claimDirectory(root, () => self);
    await expect(second).rejects.toThrow(DirectoryHeldError);
    await expect(second).rejects.toThrow(
      `is in use by process ${process.pid}, which listens on http://127.0.0.1:1, started 2026-01-01T00:00:00.000Z`,
    );
    await claim.release();
    await (await claimDirectory(root, () => self)).release();
    expect(await readdir(root)).toEqual([]);
  });

  test('another path to the same directory is the same claim', async () => {
    const other = `${root}-link`;
    await symlink(root, other);
    const claim = await claimDirectory(root, () => self);
    await expect(claimDirectory(other, () => self)).rejects.toThrow(DirectoryHeldError);
    await claim.release();
    await rm(other);
  });

  test('a path too long for a socket is claimed elsewhere', async () => {
    const deep = join(root, 'x'.repeat(120));
    await mkdir(deep);
    expect(socketPathOf(deep).length).toBeLessThan(100);
    const claim = await claimDirectory(deep, () => self);
    await expect(claimDirectory(deep, () => self)).rejects.toThrow(DirectoryHeldError);
    await claim.release();
  });

  test('what a killed process left behind is taken over', async () => {
    const { child, said } = await startClaimant(root);
    expect(said).toBe('claimed');
    await expect(claimDirectory(root, () => self)).rejects.toThrow(
      `is in use by process ${child.pid}, which listens on http://there, started then`,
    );
    await kill(child);
    expect(await readdir(root)).toEqual(['process.sock']);
    await (await claimDirectory(root, () => self)).release();
  });

  test('of several processes that find a killed one’s socket, one gets the directory', async () => {
    const dead = await startClaimant(root);
    await kill(dead.child);
    const rivals = await Promise.all([1, 2, 3].map(() => startClaimant(root)));
    const winners = rivals.filter(({ said }) => said === 'claimed');
    expect(winners).toHaveLength(1);
    for (const { said } of rivals.filter((rival) => !winners.includes(rival))) {
      expect(said).toContain(`in use by process ${winners[0]?.child.pid}`);
    }
  });

  test('a takeover that was killed in the middle does not bar the directory', async () => {
    const marker = `${socketPathOf(root)}.takeover`;
    await writeFile(marker, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(marker, longAgo, longAgo);
    await (await claimDirectory(root, () => self)).release();
  });
});

describe('what is in a data directory', () => {
  test('a folder that can’t be made is refused with its name', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    await expect(openDataDirectory(join(file, 'data'))).rejects.toThrow(
      /^DATA_DIR .*file.data can't be used/,
    );
  });

  test('a file is no folder', async () => {
    const file = join(root, 'file');
    await writeFile(file, 'kept');
    await expect(openDataDirectory(file)).rejects.toThrow(/^DATA_DIR .*file can't be used: /);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  test('a folder is made with those above it', async () => {
    const deep = join(root, 'some', 'where', 'data');
    await openDataDirectory(deep);
    expect((await stat(deep)).mode & 0o777).toBe(0o700);
    await openDataDirectory(deep);
    expect(await readdir(deep)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'a place that takes no folders is refused at once',
    async () => {
      for (const place of ['/proc', '/proc/refugia', '/proc/refugia/data', '/sys/refugia']) {
        await expect(openDataDirectory(place)).rejects.toThrow(
          new RegExp(
            `^DATA_DIR ${place} can't be used: .* Choose a folder that this user may write to`,
          ),
        );
      }
    },
  );

  test('the secret key is made once and is its owner’s alone', async () => {
    const first = await readOwnSecretKey(root);
    expect(Buffer.from(first, 'base64')).toHaveLength(48);
    expect(await readOwnSecretKey(root)).toBe(first);
    expect((await stat(join(root, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(root)).toEqual(['secret-key']);
  });

  test('a key that could be guessed is refused and left alone', async () => {
    const file = join(root, 'secret-key');
    await writeFile(file, 'tiger\n');
    await expect(readOwnSecretKey(root)).rejects.toThrow(/has fewer than 32 characters/);
    expect(await readFile(file, 'utf8')).toBe('tiger\n');
  });

  test('a key that can’t be read is not replaced by another', async () => {
    const file = join(root, 'secret-key');
    await mkdir(file);
    await expect(readOwnSecretKey(root)).rejects.toThrow(/EISDIR/);
    expect((await stat(file)).isDirectory()).toBe(true);
  });

  test('a cluster of another PostgreSQL version is refused and left alone', async () => {
    const cluster = join(root, 'database');
    expect(await inspectCluster(cluster)).toEqual({ isNew: true });
    await mkdir(cluster);
    expect(await inspectCluster(cluster)).toEqual({ isNew: true });

    await mkdir(cluster);
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(inspectCluster(cluster)).rejects.toThrow(
      /belongs to PostgreSQL 17, but this version brings PostgreSQL 18. Nothing was changed/,
    );
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
    await writeFile(join(cluster, 'PG_VERSION'), '18\n');
    expect(await inspectCluster(cluster)).toEqual({ isNew: false });
  });

  test('a folder with something else in it is not overwritten', async () => {
    const cluster = join(root, 'database');
    await mkdir(cluster);
    await writeFile(join(cluster, 'photo.jpg'), '');
    await expect(inspectCluster(cluster)).rejects.toThrow(/not a database: move it away/);
    expect(await readdir(cluster)).toEqual(['photo.jpg']);
  });
});
