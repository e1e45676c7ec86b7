import { type PageInfo, pages } from '@refugia/contract/site/pages.ts';
import { helpTopics } from './help-texts.ts';

/** Whether a page is of use to somebody who comes without a link to it. */
function isReachable({ path }: PageInfo): boolean {
  return (
    !path.includes(':') && !/^\/(accounts|styleguide|401|apps\/habitatpatrol\/report)/.test(path)
  );
}

const reachable = pages.filter(isReachable);
/** Several addresses lead to some pages. Only the first one counts. */
const distinct = reachable.filter(
  ({ title }, index) => reachable.findIndex((page) => page.title === title) === index,
);

const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** The plural finds the singular. */
const withoutPlural = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/**
 * Finds the pages and the parts of the help that have, for every word of a text, a word with that
 * beginning. Those that match by their titles come first. An empty text finds nothing.
 */
export function findPages(text: string): Pick<PageInfo, 'path' | 'title' | 'description'>[] {
  const wanted = words(text).map(withoutPlural);
  if (wanted.length === 0) return [];
  const holdsAll = (ofPage: string) => {
    const known = words(ofPage);
    return wanted.every((part) => known.some((word) => word.startsWith(part)));
  };
  const found = [...distinct, ...helpTopics].filter(({ title, description }) =>
    holdsAll(`${title} ${description}`),
  );
  return found.sort((one, other) => Number(holdsAll(other.title)) - Number(holdsAll(one.title)));
}

/**
 * The words of the last part of an address that leads nowhere, which tell what somebody looked for.
 */
export function wordsOfAddress(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // A typed address may be invalid as an encoded text.
  }
  return text
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_.+]+/g, ' ')
    .trim();
}
