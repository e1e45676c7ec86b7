import { enableCompileCache } from 'node:module';
import type { Config } from './platform/config.ts';

/**
 * The product's command. It reads the settings, opens the platform, listens, and shuts down in
 * order. Other modules are imported after the compile cache is on, which halves the time of a
 * second start.
 */
enableCompileCache();

/** Ends the start with sentences that a person can act on, and without a stack trace. */
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
/** With PORT=0 the system chooses a port, now, because mail and pages contain the address. */
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
// Meanwhile the database opens in its own thread.
const [platform, { buildApp }, { describeStart }, { collectWhenIdle }] = await Promise.all([
  openPlatform(config).catch((error: Error) => refuse([error.message])),
  import('./app.ts'),
  import('./start-messages.ts'),
  import('@refugia/engine/threads/collect-when-idle.ts'),
]);
const app = await buildApp(platform).catch((error: Error) => {
  // The settings name a file that can't be used.
  if (error.name === 'ArchiveRefusal') refuse([error.message]);
  throw error;
});

/** The time for replies under way, after which service managers still wait before they kill. */
const drainMilliseconds = 3_000;

/** Ctrl+C reaches the server twice when npm started it: from the terminal, and from npm. */
const repeatedSignalMilliseconds = 1_000;

let stoppingSince: number | undefined;
let administration: { close(): Promise<void> } | undefined;
/**
 * Shuts down: jobs return to their queues, replies under way are finished, and everything is
 * closed. A later call ends the process at once.
 */
async function stop(): Promise<void> {
  const now = performance.now();
  if (stoppingSince !== undefined) {
    if (now - stoppingSince > repeatedSignalMilliseconds) process.exit(1);
    return;
  }
  stoppingSince = now;
  const patience = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds);
  // Begun first, so that work that this signal ends elsewhere counts as interrupted.
  platform.jobs.stop().catch(() => {});
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
// With a PostgreSQL server, the administrator's command line opens the database itself.
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
collectWhenIdle();
