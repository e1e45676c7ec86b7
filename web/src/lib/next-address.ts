import { withParameters } from './parameters.ts';

const parameter = 'next';

/** Pages that people are led to from elsewhere: those of the apps, and invitations. */
const offered = /^\/(?:apps|invitations)\//;

/**
 * Where these search parameters lead somebody who has logged in, or null. Anybody can write a link,
 * so only our own pages count.
 */
export function nextOf(parameters: URLSearchParams): string | null {
  const here = 'http://here.invalid';
  const url = URL.parse(parameters.get(parameter) ?? '', here);
  if (url?.origin !== here || !offered.test(url.pathname)) return null;
  return `${url.pathname}${url.search}`;
}

/** An address that leads on to another one after logging in. */
export function withNext(address: string, next: string | null): string {
  if (next === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(next)}`;
}

export function withoutNext(parameters: URLSearchParams): URLSearchParams {
  return withParameters(parameters, { [parameter]: null });
}
