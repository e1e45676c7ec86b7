import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/database/database.ts';
import { shareBasemapTiles } from './shared-basemap.ts';

const source = join(import.meta.dirname, '../src');

/** A command of the product that runs as a process, which a test can kill. */
interface RunningCommand {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** A server that listens. */
export interface RunningServer extends RunningCommand {
  readonly address: string;
}

/** Starts processes, and ends all of them. */
export interface Processes {
  /**
   * Starts a script.
   * @param script a file of server/src
   * @param options.ownsGroup whether it leads a process group, which a terminal would signal
   */
  launch(
    script: string,
    environment: Record<string, string>,
    args?: string[],
    options?: { ownsGroup?: boolean },
  ): RunningCommand;
  /**
   * Starts a server, and resolves when it listens or, for a worker, works.
   * @throws when it ends instead
   */
  startServer(
    environment: Record<string, string>,
    args?: string[],
    options?: { ownsGroup?: boolean },
  ): Promise<RunningServer>;
  runToEnd(
    script: string,
    environment: Record<string, string>,
    args?: string[],
  ): Promise<{ code: number | null; lines: string[] }>;
  /** Kills all processes, waits for their ends, and removes the folder in which they worked. */
  close(folder: string): Promise<void>;
}

/** Kills a process and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/**
 * Removes a folder in which killed processes worked. What those had started ends by itself a moment
 * later, and may still write there, so that a folder that was just emptied is not empty any more.
 */
export async function removeWorkedIn(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

export function createProcesses(): Processes {
  const children: ChildProcess[] = [];

  function launch(
    script: string,
    environment: Record<string, string>,
    args: string[] = [],
    { ownsGroup = false } = {},
  ) {
    const child = spawn(process.execPath, [join(source, script), ...args], {
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownsGroup,
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    return { child, output: () => output };
  }

  return {
    launch,
    async startServer(environment, args, options) {
      const settings: Record<string, string> = {
        IMAGERY_URL: 'demo',
        BASEMAP_PROVIDER: 'embedded',
        PATCH_DATING: 'off',
        ...environment,
      };
      if (settings.DATA_DIR) await shareBasemapTiles(settings.DATA_DIR);
      const { child, output } = launch('main.ts', settings, args, options);
      while (!output().includes('Imagery')) {
        const hasEnded = await Promise.race([
          once(child.stdout!, 'data').then(() => false),
          once(child, 'exit').then(() => true),
        ]);
        if (hasEnded) throw new Error(`ended instead of listening: ${output()}`);
      }
      return { child, address: /listens on (\S+)/.exec(output())?.[1] ?? '', output };
    },
    async runToEnd(script, environment, args) {
      const { child, output } = launch(script, environment, args);
      const [code] = await once(child, 'close');
      return { code, lines: output().trim().split('\n') };
    },
    async close(folder) {
      await Promise.all(children.splice(0).map(kill));
      await removeWorkedIn(folder);
    },
  };
}

/** An empty database for several processes, on the server that REFUGIA_TEST_DATABASE_URL names. */
export interface SharedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createSharedDatabase(): Promise<SharedDatabase> {
  const serverUrl = process.env.REFUGIA_TEST_DATABASE_URL ?? '';
  const name = `refugia_test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const database = await openDatabase({ kind: 'server', url: serverUrl, maxConnections: 1 });
    await database.pool.query(statement);
    await database.close();
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
