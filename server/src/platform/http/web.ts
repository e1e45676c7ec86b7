import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

/** Addresses below these belong to programs: what is unknown there is a 404, never a page. */
const programPaths = /^\/(api|token-auth|auth|tiles|basemap|media|dev)(\/|$)/;

/** Whether a browser asks to show something, and not to load a part of it. */
function wantsPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?');
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (programPaths.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path));
}

/**
 * Serves the built web part. Every address that is not a file or a program's is the one page, which
 * knows its own routes.
 * @param directory where the build is; without one only the API is served
 */
export async function registerWeb(app: App, directory: string): Promise<void> {
  const hasBuild = existsSync(join(directory, 'index.html'));
  if (hasBuild) {
    await app.register(fastifyStatic, {
      root: directory,
      cacheControl: false,
      setHeaders(reply, path) {
        // The build puts a hash of its content into the name of every file in assets/.
        const isHashed = path.startsWith(join(directory, 'assets'));
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (hasBuild && wantsPage(request)) return reply.sendFile('index.html');
    return reply.code(404).send({ error: messages.notFound, code: 'not_found' });
  });
}
