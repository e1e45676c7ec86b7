import { createHmac, timingSafeEqual } from 'node:crypto';

/** The page that a mail's link opens, with a button. Programs that follow links change nothing by it. */
const page = '/unsubscribe';
/** The call by which mail programs unsubscribe a person with one press (RFC 8058). */
export const unsubscribeCall = '/api/notifications/unsubscribe';

function signatureOf(accountId: number, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`unsubscribe ${accountId}`).digest();
}

/** The addresses by which the reader of a mail gets no more of them. They work without a log-in. */
export function unsubscribeLinks(
  accountId: number,
  { key, publicUrl }: { key: Uint8Array; publicUrl: string },
): { readonly page: string; readonly call: string } {
  const token = `${accountId}.${signatureOf(accountId, key).toString('base64url')}`;
  const link = (path: string) => new URL(`${path}?token=${token}`, publicUrl).href;
  return { page: link(page), call: link(unsubscribeCall) };
}

/** The path of the page for a token. */
export const unsubscribePage = (token: string) => `${page}?token=${encodeURIComponent(token)}`;

/** The account that a link's token was made for; undefined for one that was not made here. */
export function accountOfToken(token: string, key: Uint8Array): number | undefined {
  const [, id, signature] = /^([1-9]\d{0,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const accountId = Number(id);
  const given = Buffer.from(signature, 'base64url');
  return timingSafeEqual(given, signatureOf(accountId, key)) ? accountId : undefined;
}
