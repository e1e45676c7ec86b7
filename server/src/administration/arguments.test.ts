import { expect, test } from 'vitest';
import { readCommand, usage } from './arguments.ts';
import { AdministrationError } from './calls.ts';

test.each([[[]], [['--help']], [['help']]])('%j asks for help', (words) => {
  expect(readCommand(words)).toEqual({ name: 'help' });
});

test.each([
  [['nonsense']],
  [['delete']],
  [['activate', 'a', 'b']],
  [['users', '--yes']],
  [['--wrong']],
  [['mail', 'nothing']],
])('%j is not understood, and the usage is told', (words) => {
  const read = () => readCommand(words);
  expect(read).toThrow(AdministrationError);
  expect(read).toThrow(usage);
});
