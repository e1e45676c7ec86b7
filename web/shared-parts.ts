import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A file of the build that only the server reads. */
const earlyFilesNote = '.early-files.json';

/** The modules at which the map screens of the three apps begin, by the page's path in the contract. */
const mapScreens = {
  '/apps/habitatpatrol/map': 'src/features/habitat-patrol/screen/map-screen.tsx',
  '/apps/collaborativemapper/map': 'src/features/collaborative-mapper/screen/map-screen.tsx',
  '/apps/conservationvaluemapper/projects/:projectID':
    'src/features/value-mapper/screen/project-page.tsx',
};
const mapCanvas = 'src/map/canvas/map-canvas.tsx';
const landing = ['src/main.tsx', 'src/features/site/landing/landing-page.tsx'];
const mapWorker = '../node_modules/maplibre-gl/src/source/worker.ts';

const inWeb = (path: string) => resolve(import.meta.dirname, path);

/**
 * Keeps together what several map screens load: one file of what other pages need as well, and one of
 * the rest. Left alone, the build makes a file for each set of pages that share a module: some
 * seventy of less than two kilobytes, for each of which a slow line waits as long as for a large one.
 * What the landing page may need stays out, because its visitors should not wait for maps. No module
 * depends on one of a later file, so files do not import each other in circles.
 */
function shareParts(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const files = new Map<string, 'parts' | 'maps'>();
  const plugin: Plugin = {
    name: 'share-parts',
    apply: 'build',
    buildEnd() {
      const reachedFrom = (starts: readonly string[]) => {
        const reached = new Set<string>();
        const follow = (id: string) => {
          if (reached.has(id)) return;
          reached.add(id);
          for (const each of this.getModuleInfo(id)?.importedIds ?? []) follow(each);
        };
        for (const start of starts) follow(start);
        return reached;
      };
      const screens = Object.values(mapScreens).map(inWeb);
      const onEachMap = screens.map((screen) => reachedFrom([screen]));
      const apart = reachedFrom([...landing, mapWorker].map(inWeb));
      const elsewhere = reachedFrom(
        [...this.getModuleIds()]
          .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          .filter((id) => ![...screens, inWeb(mapCanvas)].includes(id)),
      );
      for (const id of this.getModuleIds()) {
        const isShared = onEachMap.filter((reached) => reached.has(id)).length > 1;
        if (isShared && !apart.has(id)) files.set(id, elsewhere.has(id) ? 'parts' : 'maps');
      }
    },
  };
  const groups = (['parts', 'maps'] as const).map((name) => ({
    name,
    test: (id: string) => files.get(id) === name,
    includeDependenciesRecursively: false,
  }));
  return { plugin, groups };
}

/** The one build's shared parts: a plugin that finds them, and the groups that keep them together. */
export const sharedParts = shareParts();

/**
 * Parts that a page shows at once, although only other files refer to their code. They are in the
 * order in which they are needed, by the page's path in the contract.
 */
const earlyParts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(mapScreens).map(([path, screen]) => [
    path,
    ['src/app/query-layout.tsx', screen, mapCanvas],
  ]),
);

/**
 * Lists these files for the server, which names them in the page. A slow connection then loads them
 * from the first moment on, instead of waiting for one file to ask for the next.
 */
export function noteEarlyFiles(): Plugin {
  return {
    name: 'note-early-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const notes = Object.entries(earlyParts).map(([path, parts]) => [
        path,
        earlyFilesOf(bundle, parts),
      ]);
      const source = JSON.stringify(Object.fromEntries(notes));
      this.emitFile({ type: 'asset', fileName: earlyFilesNote, source });
    },
  };
}

/**
 * The addresses of the parts' chunks, of all chunks that these import, and of their style sheets.
 */
function earlyFilesOf(bundle: Rolldown.OutputBundle, parts: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = new Set<Rolldown.OutputChunk>();
  const follow = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const each of chunks) if (chunk.imports.includes(each.fileName)) follow(each);
  };
  for (const part of parts) {
    const module = inWeb(part);
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (chunk === undefined) throw new Error(`No file of the build begins with ${part}.`);
    follow(chunk);
  }
  const files = [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
  return [...new Set(files)].map((file) => `/${file}`);
}
