import { enableCompileCache } from 'node:module';
import type { Config } from './platform/config.ts';

/**
 * The command: reads the settings, opens the platform, listens, and ends in good order.
 * Everything else is imported after the compile cache is on, which halves the time of a second start.
 */
enableCompileCache();

/** Ends the start with sentences a person can act on, and no stack. */
function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  refuse([`Node 24 or newer is needed, but this is Node ${process.versions.node}.`]);
}

const { ConfigError, readConfig } = await import('./config.ts');

function readSettings(changes: { PORT?: string } = {}) {
  try {
    return readConfig({ ...process.env, ...changes }, process.argv.slice(2));
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems);
    throw error;
  }
}
/** A port of the system's choice is chosen now: mail and pages name the address that they come from. */
async function choosePort(settings: Config): Promise<Config> {
  const { port, host } = settings;
  if (port !== 0) return settings;
  const { findFreePort } = await import('./platform/http/free-port.ts');
  const free = await findFreePort(host).catch((error: Error) => refuseToListen(error, host, port));
  return readSettings({ PORT: String(free) });
}

function refuseToListen(error: NodeJS.ErrnoException, host: string, port: number): never {
  return refuse([
    error.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use by another program: set PORT to another one.`
      : `Can't listen on ${host}:${port}: ${error.message}.`,
  ]);
}
const config = await choosePort(readSettings());

const { openPlatform } = await import('./platform/open.ts');
// The database opens in its own thread meanwhile.
const [platform, { buildApp }, { describeStart }] = await Promise.all([
  openPlatform(config).catch((error: Error) => refuse([error.message])),
  import('./app.ts'),
  import('./start-messages.ts'),
]);
const app = await buildApp(platform);

/** Long enough for a reply in flight, short enough for a service manager's patience. */
const drainMilliseconds = 3_000;

let isStopping = false;
let administration: { close(): Promise<void> } | undefined;
/** Lets what is being answered finish, puts jobs back and closes; asked again, it ends at once. */
async function stop(): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  const patience = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds);
  await administration?.close();
  await app.close();
  clearTimeout(patience);
  await platform.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
platform.database.failed.catch((error: Error) => refuse([error.message]));

await platform.jobs
  .start({ work: config.role !== 'api' })
  .catch((error: Error) => refuse([`The job queue can't be opened: ${error.message}.`]));
// On a server the administrator's command line opens the database itself.
if (platform.database.isEmbedded) {
  const [{ createAdminister }, { serveAdministration }, { personalDataHolders }] =
    await Promise.all([
      import('./administration/perform.ts'),
      import('./administration/socket.ts'),
      import('./personal-data.ts'),
    ]);
  const administer = createAdminister(platform, personalDataHolders(platform));
  administration = await serveAdministration(platform, administer);
}
if (config.role !== 'worker') {
  const address = await app
    .listen({ port: config.port, host: config.host })
    .catch((error: Error) => refuseToListen(error, config.host, config.port));
  platform.listensOn(address);
  console.log(`${config.brandName} listens on ${address}`);
}
for (const line of describeStart(config)) console.log(line);
