import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { siteSettingsElementId } from '@refugia/contract/site/site.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { noteEarlyFiles, sharedParts } from './shared-parts.ts';

/** The address of the server for `npm run dev`, where Vite serves the pages. */
const server = process.env.REFUGIA_SERVER ?? 'http://127.0.0.1:3000';

/** The settings of the site for `npm run dev`. Pages of a build get them from the server. */
const siteSettings = process.env.REFUGIA_SITE_SETTINGS;

/** Paths that the server answers. Every other path leads to the single page. */
const serverPaths = [
  '/api',
  '/token-auth',
  '/auth',
  '/tiles',
  '/basemap',
  '/media',
  '/dev',
  '/ogc',
];

/**
 * Writes the site's settings into the pages that Vite serves. The server does the same to the pages
 * of a build.
 */
function nameSite(): Plugin {
  return {
    name: 'name-site',
    apply: 'serve',
    transformIndexHtml: () =>
      siteSettings === undefined
        ? []
        : [
            {
              tag: 'script',
              attrs: { type: 'application/json', id: siteSettingsElementId },
              children: siteSettings.replaceAll('<', '\\u003c'),
            },
          ],
  };
}

/** The smallest size of a file, in bytes, for which compression is of use. */
const smallestPackedBytes = 1024;

/**
 * Stores a copy of every text of the build in Brotli and in gzip, both at their highest levels.
 * These take too long to make for each request, and load a tenth faster than what the server
 * compresses by itself.
 */
function packBuild(): Plugin {
  let directory = '';
  return {
    name: 'pack-build',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const texts = entries
        .filter(
          (entry) => entry.isFile() && /\.(js|mjs|css|svg|json|webmanifest)$/.test(entry.name),
        )
        .map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(texts.map(pack));
    },
  };
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < smallestPackedBytes) return;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

/**
 * The parts of MapLibre that our maps use. `@vis.gl/react-maplibre` would load all of it, with
 * controls and popups that no map of ours has. A map that needs another part adds its name here.
 */
const mapNames = [
  'AttributionControl',
  'Map',
  'Marker',
  'ScaleControl',
  'addProtocol',
  'removeProtocol',
  'setMaxParallelImageRequests',
  'setWorkerUrl',
];

/**
 * Builds MapLibre from its own sources. In its ready-made files, the page and the worker each
 * contain the code that both need. Built together with ours they share one file, which saves every
 * map 90 kB. Parts that our maps never use are left out, which saves another 20 kB.
 */
function shareMapCode(): Plugin {
  const sources = resolve(import.meta.dirname, '../node_modules/maplibre-gl/src');
  const workerAddress = 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
  const inPlaceOf = new Map([
    ['maplibre-gl', `export { ${mapNames.join(', ')} } from '${join(sources, 'index.ts')}';`],
    // All vector tiles come from our own server in Mapbox's format. This module decodes MapLibre's
    // own format.
    [
      '@maplibre/mlt',
      `export const GEOMETRY_TYPE = {};
       export function decodeTile() {
         throw new Error('Our maps are built without tiles in the format MLT.');
       }`,
    ],
  ]);
  const replaced = new Set<string>();
  return {
    name: 'share-map-code',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === workerAddress || inPlaceOf.has(id) ? `\0${id}` : null),
    buildEnd() {
      const missed = [...inPlaceOf.keys()].filter((id) => !replaced.has(id));
      if (missed.length > 0) throw new Error(`MapLibre has no ${missed.join(', ')} to leave out.`);
    },
    load(id) {
      const code = inPlaceOf.get(id.slice(1));
      if (code !== undefined) {
        replaced.add(id.slice(1));
        return code;
      }
      if (id !== `\0${workerAddress}`) return null;
      const worker = this.emitFile({
        type: 'chunk',
        id: join(sources, 'source/worker.ts'),
        name: 'maplibre-worker',
      });
      return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
    },
  };
}

export default defineConfig({
  plugins: [react(), nameSite(), shareMapCode(), sharedParts.plugin, noteEarlyFiles(), packBuild()],
  // MapLibre's sources declare fields that a constructor of a base class has set. Such a
  // declaration must not reset the field. TypeScript's `useDefineForClassFields: false` does the
  // same in MapLibre's own build.
  oxc: { typescript: { removeClassFieldsWithoutInitializer: true } },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, ws: true }])),
  },
  define: {
    // The site map shows this date.
    __BUILD_DATE__: JSON.stringify(new Date().toISOString().slice(0, 10)),
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The inlined form would be refused by the content security policy for fonts and scripts.
    assetsInlineLimit: 0,
    // MapLibre is larger than Vite's limit, on routes of its own. e2e/quality.spec.ts checks the
    // budget.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // The library does not say that its modules can be left out: half of it we never use.
      treeshake: { moduleSideEffects: (id) => (id.includes('clipper2-ts') ? false : undefined) },
      output: {
        codeSplitting: {
          groups: [
            // These modules are on every page and seldom change. They stay in the browser's cache
            // when a release changes only our own code.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
              priority: 20,
            },
            ...sharedParts.groups,
          ],
        },
      },
    },
  },
});
