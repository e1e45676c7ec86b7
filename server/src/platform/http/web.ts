import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messages } from '@refugia/contract/messages.ts';
import type { SiteSettings } from '@refugia/contract/site/site.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './api.ts';
import { checkTemplate, type PageContent, renderPage } from './page-head.ts';

/** Addresses below these prefixes are for programs, so an unknown one is a 404 and never a page. */
const programPaths = /^\/(api|token-auth|auth|tiles|basemap|media|dev|ogc)(\/|$)/;

/** The template of all pages, which is never sent as it is: its head differs from page to page. */
const templateFile = 'index.html';

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0];
}

/** Whether a browser asks to show something, and not to load a part of it. */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (programPaths.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path));
}

/** The manifest names the product for browsers that install pages as an app. */
const manifestFile = 'manifest.webmanifest';

/**
 * Headers that browsers obey for pages and workers alone. A map's screen loads about a hundred
 * files, so that these headers would be a tenth of its bytes.
 */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Whether a file is only ever part of a page: a script that is no worker, a style or a typeface. */
function isPartOfPage(path: string): boolean {
  return /\.(js|css|woff2)(\.br|\.gz)?$/.test(path) && !path.includes('worker');
}

/** The build's list of files that each page loads late, by the page's path. */
const earlyFilesNote = '.early-files.json';

/** Addresses of the style sheets that every page begins with; none where nothing is built. */
export async function findStyleSheets(directory: string): Promise<string[]> {
  const template = await readFile(join(directory, templateFile), 'utf8').catch(() => '');
  return [...template.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, address = '']) => address,
  );
}

/** Serves the files of the build that stand for themselves, and those that pages load. */
async function registerFiles(app: App, directory: string): Promise<void> {
  // The build writes a compressed copy beside each text file, so nothing is compressed per request.
  // Files that begin with a dot are for the build only.
  const shared = {
    preCompressed: true,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
  } as const;
  await app.register(fastifyStatic, {
    ...shared,
    root: directory,
    decorateReply: false,
    allowedPath: (path) => path !== '/' && path !== `/${templateFile}`,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });
  await app.register(fastifyStatic, {
    ...shared,
    root: join(directory, 'assets'),
    serve: false,
    setHeaders(reply, path) {
      if (isPartOfPage(path)) for (const name of pageHeaders) reply.raw.removeHeader(name);
      // The build puts a hash of its content into the name of each of these files.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  // A map's screen loads about a hundred of them. The plugin's own route would read the whole folder
  // for each, to compare how the name is spelled.
  app.get<{ Params: { file: string } }>(
    '/assets/:file',
    { schema: { hide: true } },
    (request, reply) => reply.sendFile(request.params.file),
  );
}

interface WebOptions {
  /** The folder of the build. Without a build only the API is served. */
  directory: string;
  /** The address that people use, without a trailing slash. */
  publicUrl: string;
  site: SiteSettings;
  /** Finds what an address with parameters shows, for previews of links to it. Default nothing. */
  describe?: (path: string, parameters: URLSearchParams) => Promise<PageContent | undefined>;
}

/**
 * Serves the built web part. Every address that is neither a file nor a program's gets the single
 * page, which routes in the browser. If the route table does not know the address, the status is
 * 404.
 */
export async function registerWeb(app: App, options: WebOptions): Promise<void> {
  const { directory, publicUrl, site, describe } = options;
  const templatePath = join(directory, templateFile);
  if (!existsSync(templatePath)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  await registerFiles(app, directory);
  app.get(`/${manifestFile}`, { schema: { hide: true } }, async (_request, reply) => {
    const manifest = JSON.parse(await readFile(join(directory, manifestFile), 'utf8'));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...manifest, name: site.brandName, short_name: site.brandName }));
  });
  checkTemplate(await readFile(templatePath, 'utf8'));
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return sendNotFound(request, reply);
    // Both are read for every request, because a new build may have replaced the names of files in them.
    const template = await readFile(templatePath, 'utf8');
    const note = await readFile(join(directory, earlyFilesNote), 'utf8').catch(() => '{}');
    const path = pathOf(request);
    const parameters = new URLSearchParams(request.url.slice(path.length));
    // A page is worth more than its preview, so it is also sent where the preview can't be made.
    const content = await describe?.(path, parameters).catch((error: unknown) => {
      request.log.warn({ err: error }, 'naming a page');
      return undefined;
    });
    const source = { template, publicUrl, site, earlyFiles: JSON.parse(note), content };
    const { statusCode, html } = renderPage(path, source);
    return reply
      .code(statusCode)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: messages.notFound, code: 'not_found' });
}
