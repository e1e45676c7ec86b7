import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { describeStart } from './start-messages.ts';

const server = {
  DATABASE_URL: 'postgres://refugia@db.example.org/refugia',
  SECRET_KEY: 'a'.repeat(32),
};
const linesOf = (environment: Record<string, string>, commandLine: string[] = []) =>
  describeStart(readConfig(environment, commandLine));

describe('a start says', () => {
  test('which part of the work is this process’s', () => {
    expect(linesOf({})).not.toContainEqual(expect.stringMatching(/role|jobs/));
    expect(linesOf(server, ['--role=worker'])[0]).toBe(
      'Refugia works on jobs, and answers at no address',
    );
    expect(linesOf(server, ['--role=api'])[0]).toBe(
      'Jobs are left to processes with --role=worker',
    );
  });

  test('where mail goes, without the password', () => {
    expect(linesOf({ SMTP_URL: 'smtp://post:hunter2@mail.example.org:587' })).toContain(
      'Mail goes out through mail.example.org:587',
    );
    const kept = linesOf({ DATA_DIR: '/srv/data', PUBLIC_URL: 'https://maps.example.org' });
    expect(kept).toContain('Mail is not sent but kept in /srv/data/outbox');
    expect(linesOf({ ...server, DATA_DIR: '/srv/data' }, ['--role=worker'])).toContain(
      'Mail is not sent but kept in /srv/data/outbox',
    );
  });

  test('where results are stored, without the key', () => {
    const storage = 's3://KEY:hunter2@s3.example.org/maps';
    expect(linesOf({ STORAGE_URL: storage })).toContain(
      'Results and photos are stored in the bucket https://s3.example.org/maps',
    );
  });

  test('which imagery is used', () => {
    expect(linesOf({ IMAGERY_URL: 'demo' })).toContain('Imagery is simulated (IMAGERY_URL=demo)');
    expect(linesOf({ IMAGERY_URL: 'https://stac.example.org/v1' })).toContain(
      "Imagery comes from https://stac.example.org/v1; when it can't be reached, it is simulated and says so",
    );
  });
});
