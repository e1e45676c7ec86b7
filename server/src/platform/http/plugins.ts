import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import websocket from '@fastify/websocket';
import type { Config } from '../config.ts';
import type { App } from './api.ts';
import { describeRoute, finishApiDocument } from './api-document.ts';

/** The level of compression. Node's default, 11, takes seconds for a page's scripts. */
const brotliQuality = 4;

/** Limits of one form with a file. A route for larger files sets its own limit when it reads them. */
const formLimits = {
  fileSize: 1_000_000,
  files: 1,
  fields: 20,
  fieldSize: 100_000,
  headerPairs: 50,
};

/** Limits the size of one WebSocket message before it is parsed. */
const maxWebSocketBytes = 10_000_000;

/** The only style elements that scripts add to pages, by the hashes of their text. */
const addedStyles = {
  /** React Aria's style for touch on pressable elements. */
  reactAria: "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  /** Swagger UI, on /api/docs. */
  swaggerUi: "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
};

/** Our own scripts only, and workers made from blobs, which MapLibre needs. */
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  styleSrc: ["'self'", ...Object.values(addedStyles)],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Registers what every route needs: headers, cookies, compression, limits and the API's document. */
export async function registerPlugins(
  app: App,
  options: {
    config: Config;
    cookieKey: string;
  },
): Promise<void> {
  const { config, cookieKey } = options;
  const isHttps = config.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        ...contentSecurityPolicy,
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    // Subdomains of this host may belong to sites without HTTPS.
    strictTransportSecurity: isHttps && { includeSubDomains: false },
    // Scenes of other hosts are shown whatever headers they come with.
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cookie, {
    secret: cookieKey,
    // The flag follows the public address and not the proxy's headers: where people use HTTPS, the
    // cookie must never be sent without it.
    parseOptions: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' },
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
  await app.register(multipart, { limits: formLimits });
  await app.register(rateLimit, { global: false });
  // Messages above this limit end the connection without a reason. Smaller messages that are still
  // too large are refused with one.
  await app.register(websocket, { options: { maxPayload: maxWebSocketBytes } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.brandName} API`,
        version: '0.1.0',
        description:
          'Log in with POST /token-auth/ and send the token as "Authorization: JWT <token>" (or Bearer). Every failure answers { error, code, fields }.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'JWT <token>',
          },
        },
      },
    },
    transform: describeRoute,
    transformObject: finishApiDocument,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
