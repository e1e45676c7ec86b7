import { open, rm } from 'node:fs/promises';
import type { Command } from './arguments.ts';
import {
  type Administer,
  AdministrationError,
  type HabitatSummary,
  type ListedMail,
  type ListedUser,
} from './calls.ts';

/** Control characters could move a terminal's cursor, so they are removed from what people typed. */
const controls = /\p{Cc}/gu;

/**
 * Formats rows as lines of text with columns of equal width.
 * @param rows the first row is the heading
 */
function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(controls, ' ')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

interface Terminal {
  /** Prints a line of the result. */
  print(text: string): void;
  /** Prints a text that arrives in chunks. */
  write(chunks: AsyncIterable<string>): Promise<void>;
  /** Asks a question and returns the answer. It is undefined when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

function formatUsers(users: readonly ListedUser[]): string {
  if (users.length === 0) return 'Nobody has signed up yet.';
  return formatTable([
    ['id', 'username', 'email', 'state', 'since'],
    ...users.map(({ id, username, email, isActivated, isTester, createdAt }) => [
      String(id),
      username,
      email,
      `${isActivated ? 'active' : 'not activated'}${isTester ? ', tester' : ''}`,
      createdAt.slice(0, 10),
    ]),
  ]);
}

function formatMail(mails: readonly ListedMail[]): string {
  if (mails.length === 0) return 'Every mail was delivered.';
  return formatTable([
    ['id', 'to', 'subject', 'since', 'state', 'last error'],
    ...mails.map(({ id, to, subject, createdAt, attempts, failedAt, lastError }) => [
      id,
      to ?? '(can not be read)',
      subject ?? '(can not be read)',
      createdAt.slice(0, 16).replace('T', ' '),
      failedAt === null ? `waits, tried ${attempts} times` : 'given up',
      lastError ?? '',
    ]),
  ]);
}

/** The largest number of unmatched names that are printed. */
const maxUnmatched = 20;

function formatHabitat({ species, shapes, unmatched, notes }: HabitatSummary): string {
  const counted = shapes === 1 ? '1 shape' : `${shapes} shapes`;
  const lines = [`Imported ${counted} of ${species} species.`, ...notes];
  if (unmatched.length === 0) return lines.join('\n');
  const names = unmatched.slice(0, maxUnmatched).join(', ');
  const others = unmatched.length > maxUnmatched ? ', …' : '';
  return [
    ...lines,
    `Left out, as no one species of the list has this name: ${names}${others}.`,
  ].join('\n');
}

/** Asks for the username again, unless there was the option `--yes`. */
async function confirmDeletion(
  administer: Administer,
  { username, isConfirmed }: { username: string; isConfirmed: boolean },
  terminal: Terminal,
): Promise<void> {
  const { email, kept } = await administer({ name: 'describe', username });
  if (isConfirmed) return;
  const parts = Object.entries(kept).map(
    ([name, count]) => `${name.replaceAll('_', ' ')}: ${count}`,
  );
  terminal.print(
    `The account "${username}" (${email}) goes for good, with all that belongs to it (${parts.join(', ')}). "npm run admin -- export ${username}" keeps a copy.`,
  );
  if (!terminal.ask) {
    throw new AdministrationError('Nothing was deleted: add --yes to delete without being asked.');
  }
  const answer = await terminal.ask(`Type ${username} to delete it: `);
  if (answer.trim() !== username) throw new AdministrationError('Nothing was deleted.');
}

async function admitTester(
  administer: Administer,
  { username, email }: { username: string; email?: string | undefined },
  terminal: Terminal,
): Promise<string> {
  let address = email;
  if (address === undefined && terminal.ask) {
    const users = await administer({ name: 'users' });
    const isKnown = users.some((user) => user.username.toLowerCase() === username.toLowerCase());
    if (!isKnown) address = (await terminal.ask(`Email address of ${username}: `)).trim();
  }
  const tester = await administer({ name: 'tester', username, email: address });
  const made = tester.isNew ? `The account "${tester.username}" was made. ` : '';
  return `${made}This link sets its password, once, within ${tester.validTime}:\n${tester.link}`;
}

async function exportUser(
  administer: Administer,
  { username, file }: { username: string; file: string | undefined },
  terminal: Terminal,
): Promise<void> {
  if (file === '-') return terminal.write(await administer({ name: 'export', username }));
  const path = file ?? `${username}-${new Date().toISOString().slice(0, 10)}.json`;
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it is there already' : error.message;
    throw new AdministrationError(`${path} can't be written: ${reason}. Name another by --out.`);
  });
  try {
    await handle.writeFile(await administer({ name: 'export', username }));
  } catch (error) {
    await rm(path);
    throw error;
  } finally {
    await handle.close();
  }
  terminal.print(
    `Everything that is kept about "${username}" is in ${path}, which you alone can read.`,
  );
}

/**
 * Carries a command out and prints its result.
 * @throws {AdministrationError} with a sentence when it can't be done
 */
export async function runCommand(
  command: Exclude<Command, { name: 'help' }>,
  administer: Administer,
  terminal: Terminal,
): Promise<void> {
  const { print } = terminal;
  const printList = <Item>(
    items: readonly Item[],
    asJson: boolean,
    format: (items: readonly Item[]) => string,
  ) => print(asJson ? JSON.stringify(items, undefined, 2) : format(items));

  switch (command.name) {
    case 'users':
      return printList(await administer({ name: 'users' }), command.asJson, formatUsers);
    case 'mail':
      return printList(await administer({ name: 'mail' }), command.asJson, formatMail);
    case 'activate': {
      const { wasActivated } = await administer(command);
      const state = wasActivated ? 'was active already' : 'is active now';
      return print(`The account "${command.username}" ${state}.`);
    }
    case 'tester':
      return print(await admitTester(administer, command, terminal));
    case 'delete':
      await confirmDeletion(administer, command, terminal);
      await administer({ name: 'delete', username: command.username });
      return print(`The account "${command.username}" is deleted.`);
    case 'export':
      return exportUser(administer, command, terminal);
    case 'retryMail': {
      const { revived } = await administer(command);
      return print(`What waits is tried now; ${revived} had been given up.`);
    }
    case 'discardMail':
      await administer(command);
      return print(`The mail ${command.id} is forgotten.`);
    case 'importHabitat':
      return print(formatHabitat(await administer(command)));
  }
}
