import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Environment variables that name a browser, in the order in which they are tried. */
const settings = ['REFUGIA_BROWSER', 'CHROMIUM_PATH'];

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/**
 * Finds a Chromium for the browser journeys, or installs one. It tries the configured browser,
 * those of the system, Playwright's own, Playwright's download, and the system's package.
 * @returns the path of its executable
 * @throws Error with a sentence that says what to do, when all of that failed
 */
export async function ensureBrowser(): Promise<string> {
  for (const name of settings) {
    const path = process.env[name];
    if (!path) continue;
    if (await starts(path)) return path;
    throw new Error(`${name} names ${path}, but no browser starts from there.`);
  }
  const found = await findInstalled();
  if (found) return found;

  console.log('No Chromium was found: downloading the one that Playwright brings …');
  await run('npx', ['playwright', 'install', 'chromium']);
  const downloaded = await findInstalled();
  if (downloaded) return downloaded;

  if (process.getuid?.() === 0 && onPath('apt-get').length > 0) {
    console.log('Playwright could not bring a browser: installing the package "chromium" …');
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
    const packaged = await findInstalled();
    if (packaged) return packaged;
  }
  throw new Error(
    "The browser journeys need Chromium or Chrome, and none could be found or installed: install one from your system's packages, or set REFUGIA_BROWSER to its path.",
  );
}

async function findInstalled(): Promise<string | undefined> {
  const candidates = [
    ...commandNames.flatMap(onPath),
    ...(usualPlaces[process.platform] ?? []),
    chromium.executablePath(),
  ];
  for (const path of candidates) {
    if (existsSync(path) && (await starts(path))) return path;
  }
  return undefined;
}

function onPath(command: string): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command)).filter((path) => existsSync(path));
}

/** Whether the browser starts: some systems have a stub that only points to an app store. */
async function starts(path: string): Promise<boolean> {
  // Windows' Chrome opens a window for --version instead of printing it.
  if (process.platform === 'win32') return existsSync(path);
  return run(path, ['--version'], 'ignore');
}

/** @returns whether the command ended successfully */
function run(command: string, args: string[], stdio: 'inherit' | 'ignore' = 'inherit') {
  return new Promise<boolean>((resolve) => {
    const shell = process.platform === 'win32';
    const child = spawn(command, args, { stdio, shell, timeout: 600_000 });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
