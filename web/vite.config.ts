import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the server while Vite serves the pages. */
const server = process.env.REFUGIA_SERVER ?? 'http://127.0.0.1:3000';

/** Paths that the server answers; everything else is the single page. */
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

export default defineConfig({
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, ws: true }])),
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The inlined form would be refused by the content security policy for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and what changes least: it stays in the browser's cache when a
            // release changes only our own code.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
              priority: 20,
            },
            { name: 'maplibre', test: /node_modules[\\/]maplibre-gl[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
});
