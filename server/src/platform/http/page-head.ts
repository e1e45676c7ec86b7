import {
  documentTitle,
  notFoundPage,
  type PageInfo,
  pageAt,
} from '@refugia/contract/site/pages.ts';
import { type SiteSettings, siteSettingsElementId } from '@refugia/contract/site/site.ts';
import { escapeHtml } from '../html.ts';

/** The part of index.html, between two comments, that differs from page to page. */
const headPattern = /<!-- page -->[\s\S]*?<!-- \/page -->/;

/** The picture for shared links. Its size is given so that it need not be loaded first. */
const socialPicture = {
  path: '/social.jpg',
  width: 1200,
  height: 630,
  alt: 'Satellite pictures of a landscape before and after, with what changed marked (simulated)',
};

interface PageSource {
  /** The built index.html. */
  readonly template: string;
  /** The address that people use, without a trailing slash. */
  readonly publicUrl: string;
  readonly site: SiteSettings;
  /** Files that a page soon asks for, by the page's path, as the build has noted them. */
  readonly earlyFiles: Readonly<Record<string, readonly string[]>>;
  /** What this address shows, where it is more than the page of the list. */
  readonly content: PageContent | undefined;
}

/** What a link to a page with parameters shows. Search engines are told to leave such pages out. */
export type PageContent = Pick<PageInfo, 'title' | 'description'>;

/** One page as it is sent, and whether there is one at all. */
interface ServedPage {
  readonly statusCode: 200 | 404;
  readonly html: string;
}

/**
 * Checks that the build of the web part fits this server.
 * @throws when index.html has no place for what differs from page to page
 */
export function checkTemplate(template: string): void {
  if (headPattern.test(template)) return;
  throw new Error('index.html has no "<!-- page -->" … "<!-- /page -->" to fill: rebuild web.');
}

/**
 * Fills the head of index.html for one page: crawlers and link previews run no scripts, so title,
 * description and picture must be in what is sent.
 */
export function renderPage(path: string, source: PageSource): ServedPage {
  const known = pageAt(path);
  const page = {
    ...(known ?? { ...notFoundPage, path }),
    ...(source.content && { ...source.content, isPrivate: true as const }),
  };
  return {
    statusCode: known === undefined ? 404 : 200,
    // The replacements are functions because the texts could contain patterns that replace() treats
    // specially, such as `$&`. The links to early files come after the style sheets that all pages
    // load.
    html: source.template
      .replace('</head>', () => `${earlyLinks(source, page)}</head>`)
      .replace(headPattern, () => headOf(source, page)),
  };
}

/** Links by which a browser fetches files before the scripts that need them have loaded. */
function earlyLinks({ template, earlyFiles }: PageSource, page: PageInfo): string {
  return (earlyFiles[page.path] ?? [])
    .filter((file) => !template.includes(`"${file}"`))
    .map((file) => {
      const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
      return `<link ${kind} crossorigin href="${escapeHtml(file)}" />\n`;
    })
    .join('');
}

function headOf({ publicUrl, site }: PageSource, page: PageInfo): string {
  const title = documentTitle(page.title, site.brandName);
  const meta = (attribute: 'name' | 'property', key: string, content: string | number) =>
    `<meta ${attribute}="${key}" content="${escapeHtml(String(content))}" />`;
  // An address with a parameter stands for many pages, so it has no canonical address.
  const address = page.path.includes(':') || page.isPrivate ? undefined : publicUrl + page.path;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', page.description),
    page.isPrivate && meta('name', 'robots', 'noindex'),
    address && `<link rel="canonical" href="${escapeHtml(address)}" />`,
    address && meta('property', 'og:url', address),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.brandName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', page.description),
    meta('property', 'og:image', publicUrl + socialPicture.path),
    meta('property', 'og:image:width', socialPicture.width),
    meta('property', 'og:image:height', socialPicture.height),
    meta('property', 'og:image:alt', socialPicture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    // This element holds data and no program, so the content security policy does not apply to it.
    `<script type="application/json" id="${siteSettingsElementId}">${inScript(site)}</script>`,
  ]
    .filter(Boolean)
    .join('\n    ');
}

/** Writes JSON that can't close the script element that contains it. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
