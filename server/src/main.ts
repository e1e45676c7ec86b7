import { join } from 'node:path';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './platform/config.ts';
import { openPlatform } from './platform/open.ts';

/** Ends the start with sentences a person can act on, and no stack. */
function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

function describeMail({ smtpUrl, publicUrl, dataDirectory }: Config): string {
  if (smtpUrl !== undefined) return `Mail goes out through ${new URL(smtpUrl).host}`;
  return `Mail is not sent but kept in ${join(dataDirectory, 'outbox')}: read it at ${publicUrl}/dev/mail`;
}

function describeImagery({ imageryUrl }: Config): string {
  if (imageryUrl === 'demo') return 'Imagery is simulated (IMAGERY_URL=demo)';
  const catalogue = imageryUrl === '' ? 'the public Earth Search catalogue' : imageryUrl;
  return `Imagery comes from ${catalogue}; when it can't be reached, it is simulated and says so`;
}

function readSettings() {
  try {
    return readConfig(process.env, process.argv.slice(2));
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems);
    throw error;
  }
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  refuse([`Node 24 or newer is needed, but this is Node ${process.versions.node}.`]);
}

const config = readSettings();
const platform = await openPlatform(config).catch((error: Error) => refuse([error.message]));
const app = await buildApp(platform);
const listens = config.role !== 'worker';

let isStopping = false;
/** Lets what is being answered finish, puts jobs back and closes; asked again, it ends at once. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  const patience = setTimeout(() => app.server.closeAllConnections(), 3_000);
  await app.close();
  clearTimeout(patience);
  await platform.close();
  process.exit(exitCode);
}
process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
platform.database.failed.catch((error: Error) => refuse([error.message]));

await platform.jobs.start({ work: config.role !== 'api' });
if (listens) {
  const address = await app
    .listen({ port: config.port, host: config.host })
    .catch((error: NodeJS.ErrnoException) =>
      refuse([
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} on ${config.host} is in use by another program: set PORT to another one.`
          : `Can't listen on ${config.host}:${config.port}: ${error.message}.`,
      ]),
    );
  platform.listensOn(address);
  console.log(`${config.brandName} listens on ${address}`);
}
console.log(describeMail(config));
console.log(describeImagery(config));
