import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A room of the house: `server/features/account`, `web/ui`, `engine/tiff`, `contract` … */
export type Room = string;

/** One import from one file to another inside the project. */
export interface Arrow {
  file: string;
  line: number;
  /** The file that it imports. */
  target: string;
  from: Room;
  to: Room;
  typeOnly: boolean;
}

const workspaces = ['contract', 'engine', 'server', 'web', 'e2e'];
const webOrder = ['app', 'features', 'map', 'ui', 'lib'];
const browserEngineRooms = ['engine/render', 'engine/valuation'];
const fetchingEngineRoom = 'engine/source';

/** The room of a file, from its path alone: a new feature needs no new line here. */
export function roomOf(file: string): Room {
  const [workspace = '', folder = '', room = '', feature = ''] = file.split('/');
  if (folder === 'testing') return `${workspace}/testing`;
  if (workspace === 'contract' || workspace === 'e2e' || !workspaces.includes(workspace)) {
    return workspace;
  }
  const isFolder = !/\.tsx?$/.test(room);
  if (!isFolder) return workspace === 'web' ? 'web/app' : `${workspace}/assembly`;
  if (room === 'features') return `${workspace}/features/${feature}`;
  return `${workspace}/${room}`;
}

/** Why an arrow is not allowed, or undefined when it is. */
export function faultOf({ from, to, typeOnly }: Arrow): string | undefined {
  if (from === to) return undefined;
  const [fromWorkspace = '', fromLayer = ''] = from.split('/');
  const [toWorkspace = '', toLayer = ''] = to.split('/');
  if (toLayer === 'testing') return 'product code never imports test support';
  switch (fromWorkspace) {
    case 'contract':
      return toWorkspace === 'engine' && typeOnly
        ? undefined
        : "the contract imports only engine's types";
    case 'engine':
      return toWorkspace === 'engine' ? undefined : 'the engine knows nothing of the product';
    case 'server':
      return serverFault(fromLayer, toWorkspace, toLayer);
    case 'web':
      return webFault(from, fromLayer, to, toWorkspace, toLayer);
    default:
      return undefined;
  }
}

function serverFault(from: string, toWorkspace: string, to: string): string | undefined {
  if (toWorkspace === 'contract') return undefined;
  if (from === 'assembly') {
    return toWorkspace === 'web' ? 'the server knows the web part only as files' : undefined;
  }
  if (toWorkspace === 'engine') {
    return from === 'platform' ? 'the platform knows no science' : undefined;
  }
  if (toWorkspace !== 'server') return `the server may not import ${toWorkspace}`;
  const order = ['features', 'services', 'platform'];
  if (from === 'features' && to === 'features') return 'features never import each other';
  return order.indexOf(to) >= order.indexOf(from) && order.includes(to)
    ? undefined
    : `${from} may not import ${to}: arrows go features → services → platform`;
}

function webFault(
  fromRoom: Room,
  from: string,
  toRoom: Room,
  toWorkspace: string,
  to: string,
): string | undefined {
  if (toWorkspace === 'contract') return undefined;
  if (toWorkspace === 'engine') {
    return browserEngineRooms.includes(toRoom)
      ? undefined
      : "the browser uses only engine's pure pixel code";
  }
  if (toWorkspace !== 'web') return `the web part may not import ${toWorkspace}`;
  if (fromRoom === 'web/features/style-guide' && !['ui', 'map'].includes(to)) {
    return 'the style guide shows only ui and map';
  }
  if (from === 'features' && to === 'features') return 'features never import each other';
  return webOrder.indexOf(to) >= webOrder.indexOf(from)
    ? undefined
    : `${from} may not import ${to}: arrows go ${webOrder.join(' → ')}`;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"]([^'"]+\.ts)['"]/g;

/** The file that a specifier names, relative to the root; undefined for packages from outside. */
function resolveInside(root: string, file: string, specifier: string): string | undefined {
  const own = /^@refugia\/([^/]+)\/(.+)$/.exec(specifier);
  if (own) {
    const [, workspace = '', path = ''] = own;
    const inside = path.startsWith('testing/') ? path : join('src', path);
    return join(workspace, inside).split(sep).join('/');
  }
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/');
}

/** Every import between files of the project, tests left out. */
export async function readArrows(root: string): Promise<Arrow[]> {
  const arrows: Arrow[] = [];
  for (const workspace of workspaces) {
    const source = join(root, workspace, 'src');
    if (!existsSync(source)) continue;
    const entries = await readdir(source, { withFileTypes: true, recursive: true });
    for (const entry of entries) {
      if (!/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      const file = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const text = await readFile(join(root, file), 'utf8');
      for (const match of text.matchAll(importPattern)) {
        const specifier = match[2] ?? match[3] ?? match[4] ?? '';
        const target = resolveInside(root, file, specifier);
        if (target === undefined) continue;
        arrows.push({
          file,
          line: text.slice(0, match.index + 1).split('\n').length,
          target,
          from: roomOf(file),
          to: roomOf(target),
          typeOnly: match[1] !== undefined,
        });
      }
    }
  }
  return arrows;
}

/** Folders inside a feature that import each other in a circle, or stand on such a circle. */
export function foldersInCircles(arrows: readonly Arrow[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { file, target, from, to } of arrows) {
    const [folder, other] = [dirname(file), dirname(target)];
    if (from !== to || folder === other || !/\/features\/[^/]+\/[^/]+$/.test(folder)) continue;
    imports.set(folder, (imports.get(folder) ?? new Set()).add(other));
  }
  // Whoever imports only folders that stand by themselves stands by itself.
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    for (const [folder, others] of imports) {
      if ([...others].every((other) => !imports.has(other))) imports.delete(folder);
    }
  }
  return [...imports.keys()].sort();
}

/** Files of the engine that fetch although only its source room may. */
export async function readStrayFetches(root: string): Promise<string[]> {
  const source = join(root, 'engine', 'src');
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  const stray: string[] = [];
  for (const entry of entries) {
    if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const file = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (roomOf(file) === fetchingEngineRoom) continue;
    const text = await readFile(join(root, file), 'utf8');
    if (/\bfetch\(|from 'node:(https?|net|tls|http2)'/.test(text)) stray.push(file);
  }
  return stray;
}
