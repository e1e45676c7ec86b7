/**
 * Whether a page of this product opened the connection. Browsers let every page open a WebSocket to
 * any server, with that server's cookies. Programs other than browsers send no origin.
 * @param origin the header `Origin`
 * @param host the header `Host`
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(publicUrl).origin;
}
