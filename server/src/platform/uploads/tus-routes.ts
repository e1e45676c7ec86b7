import { Readable } from 'node:stream';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  resumableUploadMetadataSchema,
  resumableUploadsPath,
  unfinishedUploadsSchema,
  uploadResultHeader,
} from '@refugia/contract/resumable-uploads.ts';
import { Server, type Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { App } from '../http/api.ts';
import { ApiFailure, notFound } from '../http/failure.ts';
import { endSilence } from '../http/slow-requests.ts';
import type { Account, Sessions } from '../session/sessions.ts';
import { isTusFailure, TusStore, tusFailureOf, UploadLocks } from './tus-store.ts';
import type { UploadRow } from './upload-purpose.ts';
import { expiryOf, silenceMilliseconds, type Uploads } from './uploads.ts';

const tags = ['uploads'];
const security = [{ token: [] }];
const chunkType = 'application/offset+octet-stream';
const tidyMilliseconds = 10 * 60_000;
/** How long a request has to store its bytes when another request takes the upload over. */
const drainMilliseconds = 100;
const paramsSchema = z.object({ id: z.string().max(64) });

/**
 * Stable codes for the statuses of @tus/server. Its other statuses mean errors of the client
 * program.
 */
const statusCodes: Readonly<Record<number, string>> = {
  403: 'not_allowed',
  404: 'not_found',
  409: 'upload_moved',
  410: 'upload_gone',
  412: 'tus_version',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Converts a Node request into a standard `Request`, which @tus/server takes. */
function toWebRequest({ raw, headers, method, url }: FastifyRequest): Request {
  const hasBody = method === 'POST' || method === 'PATCH';
  return new Request(new URL(url, 'http://refugia.invalid'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody && { body: Readable.toWeb(raw), duplex: 'half' }),
  });
}

const documented = (summary: string) => ({ tags, summary, security });

/** @throws {ApiFailure} 400 for metadata that does not say what the file is for */
function readMetadata(upload: Upload) {
  const parsed = resumableUploadMetadataSchema.safeParse(upload.metadata ?? {});
  if (parsed.success && upload.size !== undefined) return { ...parsed.data, size: upload.size };
  throw new ApiFailure(
    400,
    'metadata_invalid',
    'Upload-Metadata must name purpose, target and filename, and Upload-Length the size.',
  );
}

/** Sends the response of @tus/server. Refusals get the form of all other failures. */
async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const { status } = response;
  const text = await response.text();
  reply.code(status);
  response.headers.forEach((value, name) => {
    if (name !== 'content-length') reply.header(name, value);
  });
  if (status < 400) return reply.send(text === '' ? undefined : text);
  reply.type('application/json; charset=utf-8');
  if (text.startsWith('{')) return reply.send(text);
  const error = status === 404 ? messages.notFound : text.trim() || messages.somethingWentWrong;
  const code = statusCodes[status] ?? (status < 500 ? 'bad_request' : 'server_error');
  return reply.send({ error, code });
}

/** The app's answer for a complete file, which it takes over now if it has not done so yet. */
async function resultHeaders(uploads: Uploads, id: string): Promise<Record<string, string>> {
  const upload = await uploads.find(id);
  if (!upload || upload.offset < upload.size) return {};
  const result = await uploads
    .complete(upload)
    .catch((error: unknown) => Promise.reject(tusFailureOf(error)));
  return { [uploadResultHeader]: JSON.stringify(result) };
}

/** Creates what speaks the protocol. Its hooks receive only the request, not who made it. */
function createTusServer(
  { uploads, log }: { uploads: Uploads; log: Logger },
  accountOf: (request: Request) => Account,
): Server {
  return new Server({
    path: resumableUploadsPath,
    relativeLocation: true,
    datastore: new TusStore(uploads),
    locker: new UploadLocks(),
    lockDrainTimeout: drainMilliseconds,
    allowedOrigins: [],
    async onUploadCreate(request, upload) {
      try {
        const { purpose, ...about } = readMetadata(upload);
        upload.id = (await uploads.begin(accountOf(request), purpose, about)).id;
        return {};
      } catch (error) {
        throw tusFailureOf(error);
      }
    },
    async onUploadFinish(_request, upload) {
      return { headers: await resultHeaders(uploads, upload.id) };
    },
    onResponseError(_request, error) {
      if (isTusFailure(tusFailureOf(error))) return undefined;
      log.error({ err: error }, 'upload failed');
      return { status_code: 500, body: messages.somethingWentWrong };
    },
  });
}

/** Removes unfinished uploads that nobody goes on with, every few minutes. */
function tidyRegularly(app: App, { uploads, log }: { uploads: Uploads; log: Logger }): void {
  const tidying = setInterval(() => {
    uploads.tidy(new Date()).catch((error: unknown) => log.warn({ err: error }, 'tidying uploads'));
  }, tidyMilliseconds);
  tidying.unref();
  app.addHook('onClose', async () => clearInterval(tidying));
}

/** Uploads that survive a lost connection, a closed browser and a killed server (tus 1.0.0). */
export function registerResumableUploads(
  app: App,
  parts: { sessions: Sessions; uploads: Uploads; log: Logger },
): void {
  tidyRegularly(app, parts);
  // The body is not parsed here. The address names the upload, and @tus/server reads the bytes.
  app.addContentTypeParser(chunkType, (_request, _body, done) => done(null));
  registerUnfinished(app, parts);
  registerProtocol(app, parts);
}

function registerUnfinished(
  app: App,
  { sessions, uploads }: { sessions: Sessions; uploads: Uploads },
): void {
  app.get(
    resumableUploadsPath,
    {
      schema: {
        ...documented('Your uploads that are not whole, the newest first'),
        response: { 200: unfinishedUploadsSchema, 401: apiErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const account = await sessions.require(request);
      return (await uploads.unfinished(account)).map((upload) => ({
        id: upload.id,
        address: `${resumableUploadsPath}/${upload.id}`,
        purpose: upload.purpose,
        target: upload.target,
        filename: upload.filename,
        size: upload.size,
        offset: upload.offset,
        created_at: upload.createdAt.toISOString(),
        expires_at: expiryOf(upload).toISOString(),
      }));
    },
  );
}

function registerProtocol(
  app: App,
  parts: { sessions: Sessions; uploads: Uploads; log: Logger },
): void {
  const { sessions, uploads } = parts;
  const accounts = new WeakMap<Request, Account>();
  const tus = createTusServer(parts, (request) => accounts.get(request)!);

  async function requireOwn(request: FastifyRequest, id: string): Promise<UploadRow> {
    const account = await sessions.require(request);
    const upload = await uploads.find(id);
    if (upload?.accountId === account.id) return upload;
    throw notFound();
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const account = await sessions.require(request);
    endSilence(request.raw, silenceMilliseconds);
    const webRequest = toWebRequest(request);
    accounts.set(webRequest, account);
    return await answer(reply, await tus.handleWeb(webRequest));
  }

  app.post(
    resumableUploadsPath,
    { schema: documented('Begin a resumable upload (tus 1.0.0); answers its address') },
    handle,
  );

  const path = `${resumableUploadsPath}/:id`;
  app.patch(
    path,
    {
      schema: { ...documented('Go on with an upload (tus 1.0.0)'), params: paramsSchema },
    },
    async (request, reply) => {
      await requireOwn(request, request.params.id);
      return await handle(request, reply);
    },
  );

  app.delete(
    path,
    { schema: { ...documented('Cancel an upload (tus 1.0.0)'), params: paramsSchema } },
    async (request, reply) => {
      await requireOwn(request, request.params.id);
      return await handle(request, reply);
    },
  );

  app.head(
    path,
    {
      schema: {
        ...documented('How much of an upload is stored (tus 1.0.0), and what came of a whole one'),
        params: paramsSchema,
      },
    },
    async (request, reply) => {
      const { id } = await requireOwn(request, request.params.id);
      reply.headers(await resultHeaders(uploads, id));
      return await handle(request, reply);
    },
  );
}
