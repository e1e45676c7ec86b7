import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { type Config, isLoopbackHost } from '../config.ts';
import type { App } from '../http/app.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Platform } from '../platform.ts';
import {
  type KeptMail,
  type OutboxLook,
  outboxStyleAddress,
  renderKeptMail,
  renderOutbox,
} from './outbox-pages.ts';

const filePattern = /^[0-9a-f-]{36}\.eml$/;
const listedAtMost = 200;

/**
 * The content security policy of a message's HTML: it may show its own text and styles, but run and
 * load nothing.
 */
const messagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

function notThere(): ApiFailure {
  return new ApiFailure(404, 'not_found', messages.notFound);
}

/** @throws {ApiFailure} 404 when there is no such file in the outbox */
async function readMail(outbox: string, file: string): Promise<KeptMail> {
  if (!filePattern.test(file)) throw notThere();
  const source = await readFile(join(outbox, file)).catch(() => {
    throw notThere();
  });
  return { file, email: await PostalMime.parse(source) };
}

/** Lists the messages, the newest first. */
async function listMail(outbox: string): Promise<KeptMail[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((file) => filePattern.test(file));
  const mails = await Promise.all(files.map((file) => readMail(outbox, file)));
  const time = ({ email }: KeptMail) => Date.parse(email.date ?? '') || 0;
  return mails.sort((first, second) => time(second) - time(first)).slice(0, listedAtMost);
}

/**
 * Whether only this machine's own user can send the request. Mail contains links that give access
 * to accounts, so nobody else may read it.
 */
function isLocal(config: Config, request: FastifyRequest): boolean {
  const publicHost = new URL(config.publicUrl).hostname;
  return (
    config.smtpUrl === undefined &&
    isLoopbackHost(config.host) &&
    isLoopbackHost(publicHost) &&
    isLoopbackHost(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')
  );
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

const styleFile = join(import.meta.dirname, 'outbox-pages.css');

/**
 * Registers GET /dev/mail, which shows the outbox to a person who tries the product on their own
 * machine.
 * @param findStyleSheets finds the addresses of the product's style sheets
 */
export function registerOutbox(
  app: App,
  platform: Pick<Platform, 'config' | 'dataDirectory'>,
  findStyleSheets: () => Promise<readonly string[]>,
): void {
  const { config, dataDirectory } = platform;
  const look = async (): Promise<OutboxLook> => ({
    brandName: config.brandName,
    styleSheets: await findStyleSheets(),
  });
  const { outbox } = dataDirectory;
  const preHandler = async (request: FastifyRequest) => {
    if (!isLocal(config, request)) throw notThere();
  };
  const schema = { hide: true };
  const fileSchema = { ...schema, params: z.object({ file: z.string() }) };

  app.get('/dev/mail', { schema, preHandler }, async (_, reply) =>
    sendPage(reply, renderOutbox(await listMail(outbox), await look())),
  );
  app.get(outboxStyleAddress, { schema, preHandler }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(styleFile)),
  );
  app.get('/dev/mail/:file', { schema: fileSchema, preHandler }, async (request, reply) =>
    sendPage(reply, renderKeptMail(await readMail(outbox, request.params.file), await look())),
  );
  app.get('/dev/mail/:file/html', { schema: fileSchema, preHandler }, async (request, reply) => {
    const { email } = await readMail(outbox, request.params.file);
    reply.header('content-security-policy', messagePolicy).header('x-frame-options', 'SAMEORIGIN');
    return sendPage(reply, email.html ?? '');
  });
}
