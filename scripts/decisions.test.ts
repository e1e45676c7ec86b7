import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../docs/decisions');

test('the list of decisions names every record by its number and title', () => {
  const records = readdirSync(folder)
    .filter((name) => /^\d{3}-/.test(name))
    .sort()
    .map((name) => {
      const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
      expect(title, name).toMatch(new RegExp(`^# ${name.slice(0, 3)} `));
      return `- [${name.slice(0, 3)}](${name}) ${title.slice('# 000 '.length)}`;
    });
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(list).toEqual(records);
});
