import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Basemap, tileVersion } from './basemap.ts';
import { styleNames } from './palettes.ts';
import { pictureNames } from './pictures.ts';
import { buildStyle } from './style.ts';

const tileKinds = ['vector', ...pictureNames] as const;

/** Makers' data changes with a release, and then `tileVersion` does, so that tiles are kept for good. */
const tileCacheControl = 'public, max-age=31536000, immutable';

/**
 * Serves the embedded base map: `/basemap/styles/{name}.json` and the tiles that the styles name.
 *
 * @param dataDirectory the installation's folder, where tiles are kept
 */
export function registerBasemap(app: FastifyInstance, dataDirectory: string): void {
  const basemap = new Basemap(dataDirectory);
  app.addHook('onClose', () => basemap.close());

  for (const name of styleNames) {
    const body = JSON.stringify(buildStyle(name));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    app.get(`/basemap/styles/${name}.json`, { schema: { hide: true } }, (request, reply) => {
      reply.header('cache-control', 'public, max-age=300').header('etag', etag);
      if (isFresh(request, etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(body);
    });
  }

  for (const kind of tileKinds) {
    app.get<{ Params: { z: string; x: string; y: string } }>(
      `/basemap/tiles/${tileVersion}/${kind}/:z/:x/:y`,
      { schema: { hide: true } },
      async (request, reply) => {
        const { z, x, y } = request.params;
        const etag = `"${tileVersion}-${kind}-${z}-${x}-${y}"`;
        if (isFresh(request, etag)) return reply.code(304).header('etag', etag).send();
        const tile = await basemap.tile(kind, { z: toIndex(z), x: toIndex(x), y: toIndex(y) });
        if (tile === null) return noSuchTile(reply);
        reply.header('cache-control', tileCacheControl).header('etag', etag);
        if (kind === 'vector') {
          reply.type('application/vnd.mapbox-vector-tile').header('content-encoding', 'gzip');
        } else {
          reply.type('image/webp');
        }
        return reply.send(tile);
      },
    );
  }
}

function isFresh(request: FastifyRequest, etag: string): boolean {
  return (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(etag);
}

/** Only plain digits are an index: `1e1`, `0x1` and ` 1` would be other addresses of the same tile. */
function toIndex(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN;
}

function noSuchTile(reply: FastifyReply) {
  return reply.code(404).send({ error: 'The base map has no such tile.', code: 'tile_not_found' });
}
