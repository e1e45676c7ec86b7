import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keysOf } from '@refugia/contract/members.ts';
import { messageOf } from '../platform/thrown.ts';
import { type AdministrationCall, AdministrationError } from './calls.ts';

export const usage = `Usage: npm run admin -- COMMAND

  users [--json]                       list all accounts
  activate USERNAME                    do what the activation mail's link does
  tester NAME [--email ADDRESS]        give out one of the names in APP_TESTERS; prints a link
                                       that sets its password
  delete USERNAME [--yes]              erase an account with everything that belongs to it
  export USERNAME [--out FILE]         write everything that is kept about a person as JSON
                                       (FILE may be - for standard output)
  mail [--json]                        list mail that was not delivered
  mail retry                           try all of it now, what was given up too
  mail discard ID                      forget one message
  habitat FILE [--species NAME] [--source TEXT] [--approximate]
                                       take critical habitat from GeoJSON, KML, KMZ or a zipped
                                       shapefile, for species of which the federal service has none;
                                       features name their species by sciname, comname or speciesId,
                                       or --species names the one of all
                                       (npm run species:import -- FILE is the same)

Settings come from the environment, as the server's do: run it with the same ones, as the same user.
With the embedded database it works whether the server is running or not.`;

type CallCommand = 'activate' | 'tester' | 'retryMail' | 'discardMail' | 'importHabitat';

/** A command as it was typed. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'users' | 'mail'; readonly asJson: boolean }
  | { readonly name: 'delete'; readonly username: string; readonly isConfirmed: boolean }
  | { readonly name: 'export'; readonly username: string; readonly file: string | undefined }
  | Extract<AdministrationCall, { name: CallCommand }>;

const options = {
  json: { type: 'boolean' },
  email: { type: 'string' },
  yes: { type: 'boolean' },
  out: { type: 'string' },
  source: { type: 'string' },
  approximate: { type: 'boolean' },
  species: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
type OptionName = keyof typeof options;

/** The options of each command. */
const optionsOf: Readonly<Record<string, readonly OptionName[]>> = {
  users: ['json'],
  activate: [],
  tester: ['email'],
  delete: ['yes'],
  export: ['out'],
  mail: ['json'],
  habitat: ['source', 'approximate', 'species'],
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new AdministrationError(`${messageOf(error)}\n\n${usage}`);
  }
}

/** The command of a name and the words after it; undefined when there is no such command. */
function commandOf(
  name: string,
  words: readonly string[],
  values: ReturnType<typeof parse>['values'],
): Command | undefined {
  const asJson = values.json ?? false;
  if (words.length === 0) return name === 'users' || name === 'mail' ? { name, asJson } : undefined;
  const [word = '', ...others] = words;
  if (name === 'mail') {
    const [id, ...more] = others;
    if (word === 'retry' && id === undefined) return { name: 'retryMail' };
    const isDiscard = word === 'discard' && id !== undefined && more.length === 0;
    return isDiscard ? { name: 'discardMail', id } : undefined;
  }
  if (others.length > 0) return undefined;
  switch (name) {
    case 'activate':
      return { name, username: word };
    case 'tester':
      return { name, username: word, email: values.email };
    case 'delete':
      return { name, username: word, isConfirmed: values.yes ?? false };
    case 'export':
      return { name, username: word, file: values.out };
    case 'habitat': {
      const { source, approximate = false, species } = values;
      return { name: 'importHabitat', path: resolve(word), source, approximate, species };
    }
  }
}

/**
 * Reads the command line.
 * @param args what follows the script's name
 * @throws {AdministrationError} with the usage when it can't be understood
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name = 'help', ...words] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  const areKnown = keysOf(values).every((option) => optionsOf[name]?.includes(option));
  const command = areKnown ? commandOf(name, words, values) : undefined;
  if (command) return command;
  throw new AdministrationError(`"${args.join(' ')}" is not understood.\n\n${usage}`);
}
