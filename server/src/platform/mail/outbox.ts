import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { type Config, isLoopbackHost } from '../config.ts';
import type { App } from '../http/app.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Platform } from '../platform.ts';

const filePattern = /^[0-9a-f-]{36}\.eml$/;
const listedAtMost = 200;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text with its web addresses made into links. */
function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}li{margin:.5rem 0}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}

interface KeptMail {
  readonly file: string;
  readonly email: Email;
}

async function readMail(outbox: string, file: string): Promise<KeptMail> {
  return { file, email: await PostalMime.parse(await readFile(join(outbox, file))) };
}

/** The newest messages first. */
async function listMail(outbox: string): Promise<KeptMail[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((file) => filePattern.test(file));
  const mails = await Promise.all(files.map((file) => readMail(outbox, file)));
  const time = ({ email }: KeptMail) => Date.parse(email.date ?? '') || 0;
  return mails.sort((first, second) => time(second) - time(first)).slice(0, listedAtMost);
}

function describe({ email }: KeptMail): string {
  const to = email.to?.map(({ address }) => address).join(', ') ?? '';
  return `${escapeHtml(email.subject ?? '')} – to ${escapeHtml(to)}, ${escapeHtml(email.date ?? '')}`;
}

/** Mail opens accounts: it is shown only where nobody but this machine's own user can ask for it. */
function isLocal(config: Config, request: FastifyRequest): boolean {
  const publicHost = new URL(config.publicUrl).hostname;
  return (
    config.smtpUrl === undefined &&
    isLoopbackHost(config.host) &&
    isLoopbackHost(publicHost) &&
    isLoopbackHost(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')
  );
}

/** GET /dev/mail: the outbox, for whoever tries the product on their own machine. */
export function registerOutbox(
  app: App,
  platform: Pick<Platform, 'config' | 'dataDirectory'>,
): void {
  const { config, dataDirectory } = platform;
  const notThere = () => new ApiFailure(404, 'not_found', messages.notFound);
  const guard = async (request: FastifyRequest) => {
    if (!isLocal(config, request)) throw notThere();
  };

  app.get('/dev/mail', { schema: { hide: true }, preHandler: guard }, async (_, reply) => {
    const mails = await listMail(dataDirectory.outbox);
    const items = mails.map((mail) => `<li><a href="/dev/mail/${mail.file}">${describe(mail)}</a>`);
    const body = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
    return reply.type('text/html; charset=utf-8').send(page('Outbox', body));
  });

  app.get(
    '/dev/mail/:file',
    {
      schema: { hide: true, params: z.object({ file: z.string() }) },
      preHandler: guard,
    },
    async (request, reply) => {
      const { file } = request.params;
      if (!filePattern.test(file)) throw notThere();
      const mail = await readMail(dataDirectory.outbox, file).catch(() => {
        throw notThere();
      });
      const body = `<p>${describe(mail)}</p><pre>${linkify(mail.email.text ?? '')}</pre><p><a href="/dev/mail">All mail</a></p>`;
      return reply.type('text/html; charset=utf-8').send(page(mail.email.subject ?? 'Mail', body));
    },
  );
}
