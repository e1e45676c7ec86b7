import type { Arrow, Room } from './arrow.ts';

/** The workspaces. `scripts` and `bench` are rooms, too. */
const workspaces = ['contract', 'engine', 'simulation', 'server', 'web', 'e2e'];
const webOrder = ['app', 'features', 'map', 'ui', 'lib'];
/** Rooms of the engine that the browser may use, because they are small and do no I/O. */
export const browserEngineRooms = [
  'engine/geo',
  'engine/merge',
  'engine/edit',
  'engine/valuation',
  'engine/render',
];
const contractEngineRooms = ['engine/geo'];

/**
 * The engine's rooms from the lowest level up. Each may import only rooms of the levels before its
 * own. A new room has to be added here.
 */
const engineLevels: readonly (readonly string[])[] = [
  ['geo', 'math', 'memory', 'failure', 'threads', 'valuation'],
  ['crs'],
  ['raster'],
  ['loops'],
  ['tiff'],
  ['source', 'vector'],
  ['edit'],
  ['merge', 'change', 'composite'],
  ['render'],
  ['ingest', 'analysis'],
];

/** The room of a file, by its path alone, so that a new feature needs no change here. */
export function roomOf(file: string): Room {
  const [workspace = '', folder = '', room = '', feature = ''] = file.split('/');
  if (folder === 'testing') return `${workspace}/testing`;
  if (['contract', 'simulation', 'e2e'].includes(workspace) || !workspaces.includes(workspace)) {
    return workspace;
  }
  const isFolder = !/\.tsx?$/.test(room);
  if (!isFolder) return workspace === 'web' ? 'web/app' : `${workspace}/assembly`;
  if (room === 'features') return `${workspace}/features/${feature}`;
  return `${workspace}/${room}`;
}

/** Explains why an import is not allowed, or returns undefined when it is. */
export function faultOf({ from, to, typeOnly }: Arrow): string | undefined {
  if (from === to) return undefined;
  const [fromWorkspace = '', fromLayer = ''] = from.split('/');
  const [toWorkspace = '', toLayer = ''] = to.split('/');
  const isProduct = ['contract', 'engine', 'simulation', 'server', 'web'].includes(fromWorkspace);
  if (isProduct && toLayer === 'testing') return 'product code never imports test support';
  switch (fromWorkspace) {
    case 'contract':
      return toWorkspace === 'engine' && (typeOnly || contractEngineRooms.includes(to))
        ? undefined
        : "the contract imports only engine's geo, and its types";
    case 'engine':
      return toWorkspace === 'engine'
        ? engineFault(fromLayer, toLayer)
        : 'the engine knows nothing of the product';
    case 'simulation':
      return toWorkspace === 'engine' ? undefined : 'the simulation stands on the engine alone';
    case 'server':
      return serverFault(fromLayer, toWorkspace, toLayer);
    case 'web':
      return webFault(
        { room: from, layer: fromLayer },
        { room: to, workspace: toWorkspace, layer: toLayer },
      );
    case 'e2e':
      // A shader can be tested only in a browser, where it is run on the data of the engine's own
      // tests.
      return ['contract', 'scripts', 'engine/valuation', 'engine/testing'].some((allowed) =>
        [toWorkspace, to].includes(allowed),
      )
        ? undefined
        : 'journeys know the product by its address';
    default:
      return toWorkspace === 'e2e' || toWorkspace === 'web'
        ? `${fromWorkspace} never imports ${toWorkspace}`
        : undefined;
  }
}

function engineFault(from: string, to: string): string | undefined {
  const levelOf = (room: string) => engineLevels.findIndex((level) => level.includes(room));
  for (const room of [from, to]) {
    if (levelOf(room) < 0) return `engine/${room} has no place in the order of the engine's rooms`;
  }
  return levelOf(to) < levelOf(from)
    ? undefined
    : `engine/${to} does not stand below engine/${from}`;
}

function serverFault(from: string, toWorkspace: string, to: string): string | undefined {
  if (toWorkspace === 'contract') return undefined;
  if (from === 'assembly') {
    return toWorkspace === 'web' ? 'the server knows the web part only as files' : undefined;
  }
  if (toWorkspace === 'engine' || toWorkspace === 'simulation') {
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
  { room: fromRoom, layer: from }: { room: Room; layer: string },
  {
    room: toRoom,
    workspace: toWorkspace,
    layer: to,
  }: { room: Room; workspace: string; layer: string },
): string | undefined {
  if (toWorkspace === 'contract') return undefined;
  if (toWorkspace === 'engine') {
    return browserEngineRooms.includes(toRoom)
      ? undefined
      : "the browser uses only engine's pure rooms";
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
