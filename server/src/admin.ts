import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import type { Administer } from './administration/calls.ts';
import type { Config } from './platform/config.ts';

/**
 * The administrator's command line. It opens the database itself, or asks the running server if
 * that has the embedded database open.
 */
enableCompileCache();

const [{ readCommand, usage }, { runCommand }, { AdministrationError }, { readConfig }] =
  await Promise.all([
    import('./administration/arguments.ts'),
    import('./administration/run-command.ts'),
    import('./administration/calls.ts'),
    import('./config.ts'),
  ]);

interface OpenInstallation {
  readonly administer: Administer;
  close(): Promise<void>;
}

/** Connects to the running server that has the data directory open. */
async function connect(config: Config): Promise<OpenInstallation> {
  const [{ connectAdministration }, { deriveKeys }, { readOwnSecretKey }] = await Promise.all([
    import('./administration/socket.ts'),
    import('./platform/session/keys.ts'),
    import('./platform/data-directory/data-directory.ts'),
  ]);
  const { dataDirectory } = config;
  const keys = deriveKeys(config.secretKey ?? (await readOwnSecretKey(dataDirectory)));
  return { administer: connectAdministration(dataDirectory, keys), close: async () => {} };
}

async function openHere(config: Config): Promise<OpenInstallation> {
  const [{ openPlatform }, { createAdminister }, { personalDataHolders }] = await Promise.all([
    import('./platform/open.ts'),
    import('./administration/perform.ts'),
    import('./personal-data.ts'),
  ]);
  const platform = await openPlatform(config);
  await platform.jobs.start({ work: false });
  return {
    administer: createAdminister(platform, personalDataHolders(platform)),
    close: () => platform.close(),
  };
}

async function open(config: Config): Promise<OpenInstallation> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, 'database'))) {
    throw new AdministrationError(
      `There is no installation in ${dataDirectory}: set DATA_DIR to the server's, or start the server once.`,
    );
  }
  const { isHeld } = await import('./platform/data-directory/single-process.ts');
  const isServerThere = existsSync(dataDirectory) && (await isHeld(dataDirectory));
  // Asking the server takes a fifth of the time of loading what opens the installation.
  return await (isServerThere ? connect(config) : openHere(config));
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(usage);
  const installation = await open(readConfig(process.env));
  try {
    await runCommand(command, installation.administer, {
      print: (text) => console.log(text),
      write: (chunks) => pipeline(chunks, process.stdout, { end: false }),
      ask: process.stdin.isTTY ? ask : undefined,
    });
  } finally {
    await installation.close();
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
