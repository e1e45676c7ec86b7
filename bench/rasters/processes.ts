import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processEnvironment } from '@refugia/engine/analysis/process-environment.ts';
import type { ProcessFigures } from './task.ts';

export const python = '/usr/bin/python3';
const here = import.meta.dirname;

/** The command that runs a program of ours with the limits of the product's process. */
export function nodeCommand(program: string, task: object): string[] {
  // The heap's limits and the settings of the C library are those of the product's process.
  const settings = Object.entries(processEnvironment).map(([name, value]) => `${name}=${value}`);
  const node = [process.execPath, '--max-old-space-size=160', '--max-semi-space-size=4'];
  return ['env', ...settings, ...node, program, JSON.stringify(task)];
}

/** What a command takes as a whole process. */
export async function measured(command: string[]): Promise<ProcessFigures> {
  return JSON.parse(await output(python, [join(here, 'measured.py'), ...command]));
}

/** What several processes took one after the other. */
export function inAll(figures: readonly ProcessFigures[]): ProcessFigures {
  return {
    seconds: figures.reduce((sum, { seconds }) => sum + seconds, 0),
    cpuSeconds: figures.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMegabytes: Math.max(...figures.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

/** The last line that a command prints. */
export async function output(command: string, options: string[]): Promise<string> {
  const env = {
    ...process.env,
    GDAL_NUM_THREADS: '2',
    GDAL_PAM_ENABLED: 'NO',
    NODE_COMPILE_CACHE: join(here, '../.data/compiled'),
  };
  const child = spawn(command, options, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${options.join(' ')} failed.`);
  return text.trimEnd().split('\n').at(-1) ?? '';
}
